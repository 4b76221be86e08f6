// The state of a visualizer panel as plain data. It is stored for a restored window and written into links, and it is
// validated when it is read back.
import * as z from 'zod/mini';
import { pageOptions, viewId } from '../../protocol/src/webview';

const longestExpression = 20_000;
const expression = z.string().check(z.maxLength(longestExpression));
const count = z.int().check(z.gte(0));

const longestCode = 100;
const place = z.object({
  uri: z.string(),
  position: z.readonly(z.object({ line: count, character: count })),
  /** The code of a finding there, whose accesses are shown. */
  finding: z.optional(z.string().check(z.maxLength(longestCode))),
});

/** Either the value at a place, or an expression. The names in an expression are looked up at the place, if there is
 *  one. */
const target = z.readonly(z.union([z.object({ ...place.shape, expression }), z.object({ expression }), place]));
export type Target = Readonly<Partial<z.output<typeof place> & { readonly expression: string }>>;

const comparison = z.union([z.object({ instance: z.string() }), z.object({ expression })]);

const panelState = z.readonly(
  z.object({
    target,
    view: z.optional(viewId),
    options: z.optional(pageOptions),
    follows: z.catch(z.boolean(), false),
    /** What the value is compared with. */
    compare: z.catch(z.optional(comparison), undefined),
  }),
);
export type PanelState = Omit<z.output<typeof panelState>, 'target'> & { readonly target: Target };

/** A stored state, or undefined if it is not valid. */
export function readState(kept: unknown): PanelState | undefined {
  return z.safeParse(panelState, kept).data;
}

/** The query of a link that opens a panel. Paths are relative to a workspace folder, so that the link works on another
 *  machine. */
export function linkQuery({ target, view, options, compare }: PanelState, relative: (uri: string) => string): string {
  const query = new URLSearchParams();
  if (target.uri !== undefined && target.position) {
    query.set('file', relative(target.uri));
    query.set('at', `${target.position.line + 1}:${target.position.character + 1}`);
  }
  if (target.expression !== undefined) query.set('expression', target.expression);
  if (target.finding !== undefined) query.set('finding', target.finding);
  if (view !== undefined) query.set('view', view);
  if (compare !== undefined) query.set('compare', JSON.stringify(compare));
  if (options !== undefined) query.set('options', JSON.stringify(options));
  return query.toString();
}

/** Reads the query of a link. `resolve` finds a file in the workspace; a path that leads out of the workspace is
 *  ignored. */
export function readLink(text: string, resolve: (path: string) => string | undefined): PanelState | undefined {
  const query = new URLSearchParams(text);
  const [, line, character] = /^(\d{1,9}):(\d{1,9})$/.exec(query.get('at') ?? '') ?? [];
  const path = query.get('file');
  const uri = path === null || /(^|[\\/])\.\.([\\/]|$)/.test(path) ? undefined : resolve(path);
  const position =
    line === undefined
      ? undefined
      : { line: Math.max(0, Number(line) - 1), character: Math.max(0, Number(character) - 1) };
  return readState({
    target: {
      uri,
      position,
      expression: query.get('expression') ?? undefined,
      finding: query.get('finding') ?? undefined,
    },
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
