// VS Code's theme, as the page finds it: its kind, and its colours for what is drawn on a canvas, where variables do not reach.
import { css } from '../canvas/look';
import type { Inks } from '../canvas/brush';
import { groundColour, isDark, type ThemeKind } from './palette';

export interface Theme {
  readonly kind: ThemeKind;
  readonly inks: Inks;
}

export function readTheme(): Theme {
  const kind = kindOf(document.body);
  return { kind, inks: inksOf(kind) };
}

/** Calls back whenever VS Code changes the theme of the page. */
export function onThemeChange(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-kind', 'data-vscode-theme-id'] });
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

function inksOf(kind: ThemeKind): Inks {
  const variable = (name: string, otherwise: string): string => resolved(`var(--vscode-${name}, ${otherwise})`);
  const font = (name: string, otherwise: string): string => getComputedStyle(document.body).getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  const dark = isDark(kind);
  const background = variable('editor-background', css(groundColour(kind)));
  const text = variable('editor-foreground', dark ? '#e0e0e0' : '#222222');
  const isHighContrast = kind === 'high-contrast' || kind === 'high-contrast-light';
  const contrast = variable('contrastBorder', text);
  return {
    background,
    text,
    faintText: isHighContrast ? text : variable('descriptionForeground', text),
    line: isHighContrast ? (dark ? 'rgba(255,255,255,0.45)' : 'rgba(0,0,0,0.5)') : dark ? 'rgba(0,0,0,0.38)' : 'rgba(0,0,0,0.16)',
    border: isHighContrast ? contrast : dark ? 'rgba(255,255,255,0.55)' : 'rgba(0,0,0,0.55)',
    tile: isHighContrast ? text : dark ? '#c8c8c8' : '#202020',
    hover: text,
    cursor: variable('focusBorder', '#0078d4'),
    pin: dark ? '#ffb000' : '#b5006b',
    found: dark ? '#4fd6ff' : '#0050c8',
    mark: dark ? '#ffffff' : '#c00020',
    sans: font('font-family', 'system-ui, sans-serif'),
    mono: font('editor-font-family', 'ui-monospace, Menlo, Consolas, monospace'),
  };
}

/** A colour as a canvas reads it: without variables, and without a choice by scheme. */
function resolved(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  probe.hidden = true;
  document.body.append(probe);
  const text = getComputedStyle(probe).color;
  probe.remove();
  return text;
}
