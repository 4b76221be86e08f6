// Writes a status report as text: "12 layouts, instance 1 of 2, 6 ms, 2 findings". Knows no editor.
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
  if (evaluating !== undefined) return `evaluating, ${(evaluating / 1000).toFixed(1)} s`;
  const parts = [`${layouts} ${layouts === 1 ? 'layout' : 'layouts'}`];
  if (active !== undefined) parts.push(instances === 1 ? '1 instance' : `instance ${active} of ${instances}`);
  const found = findings === 0 ? [] : [findings === 1 ? '1 finding' : `${findings} findings`];
  return [...parts, `${milliseconds} ms`, ...found, ...(confirmation ? [confirmation.brief] : [])].join(', ');
}
