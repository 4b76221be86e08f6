// Reads VS Code's theme: its kind, and the colours for the canvas, on which CSS variables do not work.
import type { Rgb } from '../../../core/src/draw/colours';
import { coloursOf, isDark, type Colours, type ThemeKind } from '../../../core/src/draw/palette';
import { css } from '../canvas/look';
import type { Inks } from '../canvas/brush';

export interface Theme {
  readonly colours: Colours;
  readonly isDark: boolean;
  readonly inks: Inks;
}

export function readTheme(): Theme {
  const kind = kindOf(document.body);
  const colours = coloursOf(kind, chosenColour);
  return { colours, isDark: isDark(kind), inks: inksOf(kind, colours) };
}

/** Calls back whenever VS Code changes the theme of the page. */
export function onThemeChange(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-kind', 'data-vscode-theme-id'],
  });
  new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

function kindOf({ classList }: HTMLElement): ThemeKind {
  if (classList.contains('vscode-high-contrast-light')) return 'high-contrast-light';
  if (classList.contains('vscode-high-contrast')) return 'high-contrast';
  if (classList.contains('vscode-dark')) return 'dark';
  if (classList.contains('vscode-light')) return 'light';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The user's colour for one of the colours that the extension contributes. */
function chosenColour(id: string): Rgb | undefined {
  const name = `--vscode-${id.replace('.', '-')}`;
  if (getComputedStyle(document.documentElement).getPropertyValue(name) === '') return undefined;
  const [r, g, b] = (resolved(`var(${name})`).match(/[\d.]+/g) ?? []).map(Number);
  return r === undefined || g === undefined || b === undefined
    ? undefined
    : [Math.round(r), Math.round(g), Math.round(b)];
}

function inksOf(kind: ThemeKind, colours: Colours): Inks {
  const variable = (name: string, otherwise: string): string => resolved(`var(--vscode-${name}, ${otherwise})`);
  const font = (name: string, otherwise: string): string =>
    getComputedStyle(document.body).getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  const dark = isDark(kind);
  const background = variable('editor-background', css(colours.plain));
  const text = variable('editor-foreground', dark ? '#e0e0e0' : '#222222');
  const isHighContrast = kind === 'high-contrast' || kind === 'high-contrast-light';
  const contrast = variable('contrastBorder', text);
  return {
    background,
    text,
    faintText: isHighContrast ? text : variable('descriptionForeground', text),
    line: isHighContrast
      ? dark
        ? 'rgba(255,255,255,0.45)'
        : 'rgba(0,0,0,0.5)'
      : dark
        ? 'rgba(0,0,0,0.38)'
        : 'rgba(0,0,0,0.16)',
    border: isHighContrast ? contrast : dark ? 'rgba(255,255,255,0.55)' : 'rgba(0,0,0,0.55)',
    tile: isHighContrast ? text : dark ? '#c8c8c8' : '#202020',
    hover: text,
    cursor: variable('focusBorder', '#0078d4'),
    pin: css(colours.pin),
    found: css(colours.found),
    mark: css(colours.mark),
    sans: font('font-family', 'system-ui, sans-serif'),
    mono: font('editor-font-family', 'ui-monospace, Menlo, Consolas, monospace'),
  };
}

/** A colour in a form that a canvas accepts: without variables, and without `light-dark()`. */
function resolved(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  // Where the system forces its colours on pages, this would be the colour of its texts, whatever is asked for.
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.hidden = true;
  document.body.append(probe);
  const text = getComputedStyle(probe).color;
  probe.remove();
  return text;
}
