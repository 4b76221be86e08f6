// Reads what stands behind the name of a directive. Knows no macro.

export function includePath(names: string): { readonly path: string; readonly quoted: boolean } | undefined {
  const match = /^\s*(?:"([^"]*)"|<([^>]*)>)/.exec(names);
  return match === null ? undefined : { path: match[1] ?? match[2] ?? '', quoted: match[1] !== undefined };
}

export function firstWord(text: string): string {
  return /[\p{ID_Continue}$]+/u.exec(text)?.[0] ?? '';
}

export function stripComments(text: string): string {
  if (!text.includes('/')) return text;
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
    part.startsWith('"') ? part : ' ',
  );
}
