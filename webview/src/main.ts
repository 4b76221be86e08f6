// The entry point of the page: creates its parts, passes every event to the reducer, and shows the resulting state.
import { said, say, speak, type Catalogue } from '../../protocol/src/say';
import { ownerOf } from '../../core/src/draw/colours';
import type { ViewModel } from '../../core/src/views/model';
import { connect, type Host } from './host';
import type { Scene, Spot } from './canvas/scene';
import { CanvasView } from './canvas/view';
import type { Look } from './canvas/look';
import { exported } from './export';
import { notesOf } from './notes';
import { keyHelp, listen, ofKey, type Command } from './input';
import { spotsOf, type Pin } from './pins';
import { base64Of, rasterOf, toClipboard } from './png';
import { initialState, reduce, type Action, type State } from './state';
import { Bar, type Exported } from './ui/bar';
import { textButton } from './ui/controls';
import { el } from './ui/dom';
import { Pins, spoken, Tooltip } from './ui/facts';
import { legend } from './ui/legend';
import { onThemeChange, readTheme, type Theme } from './ui/theme';

function speakIn(texts: string): void {
  const catalogue: Catalogue = JSON.parse(texts);
  speak(catalogue);
}

class Page {
  private state: State = initialState;
  private theme: Theme;
  private look: Look | undefined;
  private focused = false;
  private spots:
    { readonly scene: Scene; readonly pins: readonly Pin[]; readonly cells: readonly (readonly Spot[])[] } | undefined;
  private readonly host: Host;
  private readonly bar: Bar;
  private readonly view: CanvasView;
  private readonly tooltip = new Tooltip();
  private readonly pins = new Pins(() => this.dispatch({ type: 'unpin' }));
  private readonly stage = el('div', {
    class: 'stage',
    tabindex: '0',
    role: 'application',
    'aria-roledescription': say`picture of a layout`,
  });
  private readonly live = el('div', { class: 'unseen', 'aria-live': 'polite' });
  private readonly problem = el('div', { class: 'problem', role: 'alert', hidden: true });
  private readonly foot = el('footer', {});
  private readonly keys = el('dialog', { class: 'keys', 'aria-label': say`Keys` });

  constructor(app: HTMLElement) {
    this.host = connect((message) => this.dispatch(message));
    this.theme = readTheme();
    this.bar = new Bar({
      isEditor: this.host.isEditor,
      dispatch: (action) => this.dispatch(action),
      send: (message) => this.host.send(message),
      exportAs: (what) => this.exportAs(what),
      help: () => this.keys.showModal(),
    });
    app.append(
      this.bar.element,
      this.problem,
      el('main', {}, el('div', { class: 'frame' }, this.stage, this.bar.zoomButtons()), this.pins.element),
      this.foot,
      this.live,
      this.keysDialog(),
    );
    this.view = new CanvasView(this.stage);
    this.stage.append(this.tooltip.element);
    listen(this.stage, (action) => this.dispatch(action));
    this.stage.addEventListener('keydown', (event) => this.key(event));
    for (const type of ['focus', 'blur'] as const)
      this.stage.addEventListener(type, () => this.setFocused(type === 'focus'));
    // Who comes to the panel by keyboard comes to the picture.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.stage.focus({ preventScroll: true });
    });
    new ResizeObserver(() => this.resize()).observe(this.stage);
    onThemeChange(() => this.rethemed());
    this.host.send({ type: 'ready' });
  }

  private dispatch(action: Action): void {
    const before = this.state;
    const [state, messages] = reduce(before, action);
    this.state = state;
    messages.forEach((message) => this.host.send(message));
    if (state !== before) this.render(before);
  }

  private render(before: State): void {
    const { state } = this;
    this.bar.update(state);
    this.draw();
    this.tooltip.update(state.scene, state.hover, state.camera, state.extent);
    if (state.pins !== before.pins || state.scene !== before.scene) this.pins.update(state.scene, state.pins);
    if (state.problem !== before.problem) this.showProblem();
    if (state.scene !== before.scene || state.colourBy !== before.colourBy) this.renderFoot();
    if (state.cursor && (state.cursor !== before.cursor || state.pins !== before.pins))
      this.live.textContent = spoken(state.scene, state.cursor);
    if (state.model !== before.model && state.model)
      this.stage.setAttribute(
        'aria-label',
        say`${state.model.summary} ${state.model.notes.join(' ')} Arrow keys move from cell to cell.`,
      );
    document.body.classList.toggle('busy', state.isBusy);
    document.body.classList.toggle('gone', state.problem?.isGone === true);
  }

  private draw(): void {
    const { scene, camera, labelBy, colourBy, selection, hover, cursor, search, extent, model } = this.state;
    if (!model) return;
    const { colours, isDark, inks } = this.theme;
    if (this.view.size !== extent) this.view.resize(extent);
    const { look } = this;
    const isSame =
      look &&
      look.labelBy === labelBy &&
      look.colourBy === colourBy &&
      look.selection === selection &&
      look.colours === colours;
    const present = (this.look = isSame ? look : { labelBy, colourBy, selection, colours, isDark });
    this.view.show({
      scene,
      camera,
      look: present,
      inks,
      marks: { hover, cursor, pins: this.pinned(), found: search.found, focused: this.focused },
    });
  }

  /** Computed once for each change of pins or scene: a frame compares marks by identity. */
  private pinned(): readonly (readonly Spot[])[] {
    const { scene, pins } = this.state;
    if (this.spots?.scene !== scene || this.spots.pins !== pins)
      this.spots = { scene, pins, cells: pins.map((pin) => spotsOf(scene, pin)) };
    return this.spots.cells;
  }

  private renderFoot(): void {
    const { scene, model } = this.state;
    if (!model || !this.look) return;
    const notes = notesOf(model).map((note) => el('span', { class: 'note' }, note));
    this.foot.replaceChildren(legend(scene, this.look), ...notes);
  }

  private showProblem(): void {
    const { problem } = this.state;
    this.problem.hidden = !problem;
    const retry = problem?.canRetry ? [textButton(say`Try again`, () => this.host.send({ type: 'retry' }))] : [];
    this.problem.replaceChildren(el('span', {}, problem?.message ?? ''), ...retry);
    document.body.classList.toggle('blank', this.state.model === undefined);
  }

  private resize(): void {
    const { width, height } = this.stage.getBoundingClientRect();
    this.dispatch({
      type: 'resize',
      extent: { width: Math.floor(width), height: Math.floor(height) },
      density: window.devicePixelRatio || 1,
    });
  }

  private rethemed(): void {
    this.theme = readTheme();
    this.draw();
    this.renderFoot();
  }

  private setFocused(focused: boolean): void {
    this.focused = focused;
    if (focused && !this.state.cursor && this.stage.matches(':focus-visible'))
      this.dispatch({ type: 'move', direction: 'start' });
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const meant = ofKey(event);
    if (!meant) return;
    event.preventDefault();
    if (typeof meant === 'string') this.command(meant);
    else this.dispatch(meant);
  }

  private command(command: Command): void {
    switch (command) {
      case 'search':
        this.bar.focusSearch();
        return;
      case 'edit':
        this.bar.focusText();
        return;
      case 'reveal':
        this.host.send({ type: 'reveal' });
        return;
      case 'compare':
      case 'alone':
        this.host.send({ type: 'compare', on: command === 'compare' });
        return;
      case 'help':
        this.keys.showModal();
        return;
      case 'isolate':
        this.isolate();
        return;
      case 'previous-thread':
        this.nextThread(-1);
        return;
      case 'next-thread':
        this.nextThread(1);
        return;
      case 'clear':
        this.dispatch({ type: 'unpin' });
        this.dispatch({ type: 'select', selection: {} });
    }
  }

  private isolate(): void {
    const { cursor, scene } = this.state;
    const cells = cursor && scene.panes[cursor.pane]?.cells;
    const owner = cells && ownerOf(cells, cursor.index);
    if (owner) this.dispatch({ type: 'select', selection: { thread: owner.thread } });
  }

  private nextThread(by: 1 | -1): void {
    const threads = Math.max(0, ...this.state.scene.panes.map(({ cells }) => cells.owners?.threads ?? 0));
    if (threads === 0) return;
    const { thread } = this.state.selection;
    this.dispatch({
      type: 'select',
      selection: { ...this.state.selection, thread: thread === undefined ? 0 : (thread + by + threads) % threads },
    });
  }

  private exportAs(what: Exported): void {
    const { model } = this.state;
    if (!model) return;
    if (what === 'link') this.host.send({ type: 'link' });
    else if (what === 'png' || what === 'picture')
      void this.exportPixels(what, { ...this.state, model }).catch((error: unknown) =>
        this.complain(say`The picture could not be drawn: ${String(error)}`),
      );
    else {
      const message = exported({ ...this.state, model }, what);
      if (typeof message === 'string') this.complain(message);
      else this.host.send(message);
    }
  }

  /** The picture as a file, or for the clipboard. Of one that is too large for an SVG, what is in sight. */
  private async exportPixels(what: 'png' | 'picture', state: State & { readonly model: ViewModel }): Promise<void> {
    const drawn = exported(state, 'svg');
    const canvas = typeof drawn === 'object' && drawn.type === 'save' ? await rasterOf(drawn.data) : this.view.image();
    if (what === 'png') this.host.send({ type: 'save', format: 'png', data: base64Of(canvas) });
    else {
      await toClipboard(canvas);
      this.live.textContent = say`The picture is on the clipboard.`;
    }
  }

  private complain(message: string): void {
    this.dispatch({ type: 'problem', message, canRetry: false });
  }

  private keysDialog(): HTMLElement {
    const list = el(
      'dl',
      {},
      ...keyHelp.flatMap(([keys, does]) => [el('dt', {}, said(keys)), el('dd', {}, said(does))]),
    );
    this.keys.append(
      el('h2', {}, say`Keys`),
      list,
      textButton(say`Close`, () => this.keys.close()),
    );
    return this.keys;
  }
}

// Before anything is said: the texts in the language of the person, where the page has them.
const texts = document.getElementById('texts')?.textContent;
if (texts) speakIn(texts);

const app = document.getElementById('app');
if (app) new Page(app);
