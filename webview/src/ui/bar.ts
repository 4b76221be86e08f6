// The two rows of controls above the picture. They only dispatch actions.
import { said, say } from '../../../protocol/src/say';
import type { ColourBy, LabelBy, ViewId } from '../../../core/src/views/model';
import type { ExportFormat, FromPage } from '../../../protocol/src/webview';
import { threadsOfWarp } from '../canvas/look';
import { colourChoices, countsOf, fixedModes, labelChoices, movableModes, type Counts } from '../choices';
import type { Action, State } from '../state';
import {
  checkbox,
  dropdown,
  iconButton,
  slider,
  textField,
  type Control,
  type DropdownValue,
  type SliderValue,
} from './controls';
import { el } from './dom';

/** A file, the text, the picture on the clipboard, or a link. */
export type Exported = ExportFormat | 'copy' | 'picture' | 'link';

export interface BarHost {
  readonly isEditor: boolean;
  dispatch(action: Action): void;
  send(message: FromPage): void;
  exportAs(what: Exported): void;
  help(): void;
}

/** Typing draws after a pause this long. */
const pauseMs = 90;

export class Bar {
  readonly element: HTMLElement;
  private readonly title = el('h1', {});
  private readonly place = el('span', { class: 'place' });
  private readonly wrong = el('p', { class: 'wrong', role: 'alert', hidden: true });
  private readonly found = el('output', { class: 'found', 'aria-live': 'polite' });
  private readonly steps = el('span', { class: 'steps', hidden: true });
  private readonly view: Control<DropdownValue<ViewId>>;
  private readonly label: Control<DropdownValue<LabelBy>>;
  private readonly colour: Control<DropdownValue<ColourBy>>;
  private readonly text: ReturnType<typeof textField>;
  private readonly search: ReturnType<typeof textField>;
  private readonly follow: Control<boolean>;
  private readonly source: HTMLElement;
  private readonly compare: HTMLElement;
  private readonly alone: HTMLElement;
  private readonly sliders = el('div', { class: 'group sliders' });
  private readonly thread: Control<SliderValue>;
  private readonly warp: Control<SliderValue>;
  private readonly value: Control<SliderValue>;
  private readonly instruction: Control<SliderValue>;
  /** The sliders of modes: one for each mode that is divided into tiles, and one for each mode that is not drawn. */
  private modes: { readonly key: string; readonly control: Control<SliderValue> }[] = [];
  private state: State | undefined;

  constructor(private readonly host: BarHost) {
    const { dispatch } = host;
    this.view = dropdown(say`View`, (view) => dispatch({ type: 'view', view }));
    this.label = dropdown(say`Label`, (by) => dispatch({ type: 'label', by }));
    this.colour = dropdown(say`Colour`, (by) => dispatch({ type: 'colour', by }));
    this.text = textField(
      say`Layout`,
      say`(_4,_8):(_8,_1), or an expression`,
      paused((text) => dispatch({ type: 'edit', text })),
    );
    this.search = textField(say`Find a cell`, say`Find (3,5), 37, T5 …`, (text) => dispatch({ type: 'search', text }));
    this.follow = checkbox(say`Follow`, say`Shows the value under the cursor of the editor`, (on) =>
      dispatch({ type: 'follow', on }),
    );
    this.source = iconButton('source', say`Go to source (g)`, () => host.send({ type: 'reveal' }));
    this.compare = iconButton('compare', say`Compare with… (c)`, () => host.send({ type: 'compare', on: true }));
    this.alone = iconButton('close', say`Stop comparing (C)`, () => host.send({ type: 'compare', on: false }));
    this.thread = slider(say`Thread`, say`all`, (thread) => this.select({ thread, warp: undefined }));
    this.warp = slider(say`Warp`, say`all`, (warp) => this.select({ warp, thread: undefined }));
    this.value = slider(say`Value`, say`all`, (value) => this.select({ value }));
    this.instruction = slider(say`Instruction`, undefined, (instruction) => this.select({ instruction }));
    this.sliders.append(this.thread.element, this.warp.element, this.value.element, this.instruction.element);
    this.steps.append(
      iconButton('up', say`Found cell before (N)`, () => dispatch({ type: 'search-next', by: -1 })),
      iconButton('down', say`Next found cell (n)`, () => dispatch({ type: 'search-next', by: 1 })),
    );
    this.search.field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') dispatch({ type: 'search-next', by: event.shiftKey ? -1 : 1 });
    });
    this.element = el('header', { class: 'bar' }, this.firstRow(), this.wrong, this.secondRow(), this.sliders);
  }

  focusSearch(): void {
    this.search.focus();
  }

  focusText(): void {
    this.text.focus();
  }

  update(state: State): void {
    const { shown, model } = state;
    const before = this.state;
    this.state = state;
    if (!shown || !model) return;
    this.title.textContent = shown.model.title;
    this.place.textContent = shown.place;
    if (state.typed === undefined) this.text.set(model.printed.split('\n')[0] ?? '');
    this.wrong.textContent = state.typedProblem ?? '';
    this.wrong.hidden = state.typedProblem === undefined;
    this.view.set({ choices: shown.views, value: shown.model.view });
    this.label.set({ choices: labelChoices(model), value: state.labelBy });
    this.colour.set({ choices: colourChoices(model), value: state.colourBy });
    this.follow.set(shown.follows);
    this.follow.element.hidden = !this.host.isEditor;
    this.compare.hidden = !this.host.isEditor;
    this.alone.hidden = !this.host.isEditor || !shown.compares;
    this.source.hidden = !this.host.isEditor || shown.model.source === undefined;
    this.search.set(state.search.text);
    this.steps.hidden = state.search.found.length < 2;
    this.found.textContent =
      state.search.found.length > 1 ? say`${state.search.at + 1} of ${state.search.message}` : state.search.message;
    if (before?.scene !== state.scene || before.selection !== state.selection) this.updateSliders(state);
  }

  private updateSliders(state: State): void {
    const cells = state.scene.panes.map((pane) => pane.cells);
    const counts = countsOf(cells);
    const { thread, warp, value, instruction, tile } = state.selection;
    this.thread.set({ count: counts.threads, value: thread, label: counts.names.thread });
    this.warp.set({ count: counts.hasWarps ? Math.ceil(counts.threads / threadsOfWarp) : 0, value: warp });
    this.value.set({ count: counts.values, value, label: counts.names.value });
    this.instruction.set({ count: counts.instructions, value: instruction ?? 0, ...timeOf(counts) });
    this.updateModes(counts, tile, state);
  }

  private updateModes({ tiles, tileName }: Counts, tile: readonly number[] | undefined, { scene }: State): void {
    const fixed = fixedModes(scene.panes.map((pane) => pane.cells));
    const windows = movableModes(scene.panes.map((pane) => pane.cells));
    const several = scene.panes.length > 1;
    const wanted = [
      ...tiles.map((count, mode) => ({
        key: `${tileName} ${mode}`,
        label: tiles.length === 1 ? capital(said(tileName)) : `${capital(said(tileName))} ${mode}`,
        all: say`all`,
        count,
        value: tile?.[mode],
        move: (at: number | undefined) =>
          this.select({
            tile:
              at === undefined
                ? undefined
                : tiles.map((_, other) => (other === mode ? at : (this.state?.selection.tile?.[other] ?? 0))),
          }),
      })),
      ...fixed.map(({ picture, mode, extent, at }) => ({
        key: `${several} ${picture} ${mode}`,
        label: several ? say`${picture} mode ${mode}` : say`Mode ${mode}`,
        all: undefined,
        count: extent,
        value: at,
        move: (to: number | undefined) => this.host.dispatch({ type: 'slice', picture, mode, at: to ?? 0 }),
      })),
      ...windows.map(({ picture, mode, count, at, extent, of }) => ({
        key: `${several} ${picture} part ${mode}`,
        label: several ? say`${picture} mode ${mode}` : say`Mode ${mode}`,
        all: undefined,
        count,
        value: at,
        spell: (window: number) => rangeText(window * extent, Math.min((window + 1) * extent, of) - 1, of),
        move: (next: number | undefined) => this.host.dispatch({ type: 'part', picture, mode, at: next ?? 0 }),
      })),
    ];
    if (wanted.map(({ key }) => key).join() !== this.modes.map(({ key }) => key).join()) {
      this.modes.forEach(({ control }) => control.element.remove());
      this.modes = wanted.map(({ key, label, all, move }) => ({ key, control: slider(label, all, move) }));
      this.sliders.append(...this.modes.map(({ control }) => control.element));
    }
    wanted.forEach(({ count, value, ...rest }, at) => this.modes[at]?.control.set({ count, value, ...rest }));
  }

  private select(changed: { [K in keyof State['selection']]: State['selection'][K] | undefined }): void {
    const all = Object.entries({ ...this.state?.selection, ...changed }).filter(([, value]) => value !== undefined);
    this.host.dispatch({ type: 'select', selection: Object.fromEntries(all) });
  }

  private firstRow(): HTMLElement {
    return el(
      'div',
      { class: 'row' },
      this.title,
      this.place,
      el('div', { class: 'text' }, this.text.element),
      el(
        'div',
        { class: 'group end icons' },
        this.compare,
        this.alone,
        this.source,
        this.exportMenu(),
        iconButton('keys', say`Keys (?)`, () => this.host.help()),
      ),
    );
  }

  private secondRow(): HTMLElement {
    return el(
      'div',
      { class: 'row', role: 'toolbar', 'aria-label': say`How the picture is drawn` },
      el('div', { class: 'group' }, this.view.element, this.label.element, this.colour.element, this.follow.element),
      el('div', { class: 'group end' }, this.search.element, this.found, this.steps),
    );
  }

  /** In a corner of the picture. */
  zoomButtons(): HTMLElement {
    const { dispatch } = this.host;
    return el(
      'div',
      { class: 'zoom', role: 'toolbar', 'aria-label': say`Zoom` },
      iconButton('plus', say`Zoom in (+)`, () => dispatch({ type: 'zoom', factor: 1.25 })),
      iconButton('minus', say`Zoom out (−)`, () => dispatch({ type: 'zoom', factor: 0.8 })),
      iconButton('fit', say`Fit into the panel (0)`, () => dispatch({ type: 'fit' })),
    );
  }

  private exportMenu(): HTMLElement {
    const menu = el('div', { class: 'menu', role: 'menu', hidden: true });
    const opener = iconButton('export', say`Export`, () => toggle());
    const toggle = (open = menu.hidden): void => {
      menu.hidden = !open;
      opener.setAttribute('aria-expanded', String(open));
      if (open) menu.querySelector('button')?.focus();
    };
    const items: readonly (readonly [Exported, string])[] = [
      ['svg', say`Save as SVG…`],
      ['png', say`Save as PNG…`],
      ['tex', say`Save as TikZ…`],
      ['copy', say`Copy as text`],
      ['picture', say`Copy picture`],
      ...(this.host.isEditor
        ? ([
            ['html', say`Save as interactive page…`],
            ['link', say`Copy link`],
          ] as const)
        : []),
    ];
    menu.append(
      ...items.map(([what, text]) => {
        const item = el('button', { role: 'menuitem', type: 'button' }, text);
        item.addEventListener('click', () => {
          toggle(false);
          this.host.exportAs(what);
        });
        return item;
      }),
    );
    const holder = el('div', { class: 'holder' }, opener, menu);
    opener.setAttribute('aria-haspopup', 'menu');
    holder.addEventListener('keydown', (event) => {
      const buttons = [...menu.querySelectorAll('button')];
      const at = buttons.findIndex((button) => button === document.activeElement);
      if (event.key === 'Escape') {
        toggle(false);
        opener.focus();
      } else if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
      else if (event.key === 'ArrowUp') buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    holder.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && holder.contains(relatedTarget))) toggle(false);
    });
    return holder;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function paused(call: (text: string) => void): (text: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(text), pauseMs);
  };
}

/** `1,024–2,047 of 65,536`. */
function rangeText(from: number, to: number, of: number): string {
  const [first, last, all] = [from, to, of].map((n) => n.toLocaleString('en'));
  return say`${first ?? ''}–${last ?? ''} of ${all ?? ''}`;
}

/** The slider over accesses in time: the text of each, a band for those between two barriers, and what is reported. */
function timeOf({ moments }: Counts): Partial<SliderValue> {
  if (!moments) return {};
  const bands: number[] = [];
  moments.forEach(({ epoch }, i) => {
    if (moments[i - 1]?.epoch === epoch) bands.push((bands.pop() ?? 0) + 1);
    else bands.push(1);
  });
  return {
    label: say`Access`,
    spell: (at) => say`${at + 1} of ${moments.length}: ${moments[at]?.text ?? ''}`,
    bands,
    marks: moments.flatMap(({ marked }, at) => (marked ? [at] : [])),
  };
}
