// Writes a status report as text: "12 layouts, instance 1 of 2, 6 ms". Knows no editor.
import type { Status } from '../../protocol/src/requests';

export function statusText({ layouts, instances, active, milliseconds, evaluating, confirmation }: Status): string {
  if (evaluating !== undefined) return `evaluating, ${(evaluating / 1000).toFixed(1)} s`;
  const parts = [`${layouts} ${layouts === 1 ? 'layout' : 'layouts'}`];
  if (active !== undefined) parts.push(instances === 1 ? '1 instance' : `instance ${active} of ${instances}`);
  return [...parts, `${milliseconds} ms`, ...(confirmation ? [confirmation.brief] : [])].join(', ');
}
