// What a panel shows, as plain data: kept for a restored window, written into links, read back with suspicion.
import type { Comparison } from '../../protocol/src/requests';
import { isPageOptions, isViewId, type PageOptions, type ViewId } from '../../protocol/src/webview';
import type { Position } from './anchor';

/** The value at a place, or an expression, which means something at a place where it has one. */
export interface Target {
  readonly uri?: string;
  readonly position?: Position;
  readonly expression?: string;
}

export interface PanelState {
  readonly target: Target;
  readonly view?: ViewId;
  readonly options?: PageOptions;
  readonly follows: boolean;
  /** What the value stands beside. */
  readonly compare?: Comparison;
}

/** A state as it was kept, or undefined for anything else. */
export function readState(kept: unknown): PanelState | undefined {
  if (!isRecord(kept)) return undefined;
  const { target, view, options, follows, compare } = kept;
  const read = readTarget(target);
  if (!read || (view !== undefined && !isViewId(view)) || (options !== undefined && !isPageOptions(options))) return undefined;
  const comparison = readComparison(compare);
  return { target: read, ...(view !== undefined && { view }), ...(options !== undefined && { options }), follows: follows === true, ...(comparison && { compare: comparison }) };
}

function readComparison(kept: unknown): Comparison | undefined {
  if (!isRecord(kept)) return undefined;
  const { instance, expression } = kept;
  if (typeof instance === 'string') return { instance };
  return typeof expression === 'string' && expression.length <= longestExpression ? { expression } : undefined;
}

function readTarget(target: unknown): Target | undefined {
  if (!isRecord(target)) return undefined;
  const { uri, position, expression } = target;
  const isPlace = typeof uri === 'string' && isRecord(position) && isCount(position['line']) && isCount(position['character']);
  const place = isPlace ? { uri, position: { line: position['line'] as number, character: position['character'] as number } } : {};
  if (typeof expression === 'string' && expression.length <= longestExpression) return { ...place, expression };
  return isPlace ? place : undefined;
}

const longestExpression = 20_000;

/** The query of a link. Places are written relative to a workspace folder, so that a link opens on another machine. */
export function linkQuery({ target, view, options, compare }: PanelState, relative: (uri: string) => string): string {
  const query = new URLSearchParams();
  if (target.uri !== undefined && target.position) {
    query.set('file', relative(target.uri));
    query.set('at', `${target.position.line + 1}:${target.position.character + 1}`);
  }
  if (target.expression !== undefined) query.set('expression', target.expression);
  if (view !== undefined) query.set('view', view);
  if (compare !== undefined) query.set('compare', JSON.stringify(compare));
  if (options !== undefined) query.set('options', JSON.stringify(options));
  return query.toString();
}

/** A link's query as a state. `resolve` finds a file in the workspace; a path that leads out of it is none. */
export function readLink(text: string, resolve: (path: string) => string | undefined): PanelState | undefined {
  const query = new URLSearchParams(text);
  const [, line, character] = /^(\d{1,9}):(\d{1,9})$/.exec(query.get('at') ?? '') ?? [];
  const path = query.get('file');
  const uri = path === null || /(^|[\\/])\.\.([\\/]|$)/.test(path) ? undefined : resolve(path);
  const position = line === undefined ? undefined : { line: Math.max(0, Number(line) - 1), character: Math.max(0, Number(character) - 1) };
  return readState({
    target: { uri, position, expression: query.get('expression') ?? undefined },
    view: query.get('view') ?? undefined,
    options: parsed(query.get('options')),
    compare: parsed(query.get('compare')),
    follows: false,
  });
}

function parsed(json: string | null): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
