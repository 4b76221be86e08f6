// Writes a status report as text: "12 layouts, instance 1 of 2, 6 ms, 2 findings". Knows no editor.
import { counted, say } from '../../protocol/src/say';
import type { Status } from '../../protocol/src/requests';

export function statusText({
  layouts,
  findings = 0,
  instances,
  active,
  milliseconds,
  evaluating,
  confirmation,
}: Status): string {
  if (evaluating !== undefined) return say`evaluating, ${(evaluating / 1000).toFixed(1)} s`;
  const parts = [counted(layouts, 'layout', String(layouts))];
  if (active !== undefined) parts.push(instances === 1 ? say`1 instance` : say`instance ${active} of ${instances}`);
  const found = findings === 0 ? [] : [counted(findings, 'finding', String(findings))];
  return [...parts, say`${milliseconds} ms`, ...found, ...(confirmation ? [confirmation.brief] : [])].join(', ');
}
