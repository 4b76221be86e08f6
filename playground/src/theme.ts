// Light, dark or high contrast, as the reader's system says. Both documents of the page use it.

const queries = ['(prefers-contrast: more)', '(forced-colors: active)', '(prefers-color-scheme: dark)'].map((query) =>
  matchMedia(query),
);

/** Marks the body, as VS Code does, now and whenever the system changes. */
export function followTheme({ classList }: HTMLElement): void {
  const mark = (): void => {
    const [more, forced, dark] = queries.map(({ matches }) => matches);
    const isHighContrast = more === true || forced === true;
    classList.toggle('vscode-high-contrast', isHighContrast && dark === true);
    classList.toggle('vscode-high-contrast-light', isHighContrast && dark !== true);
  };
  mark();
  for (const query of queries) query.addEventListener('change', mark);
}
