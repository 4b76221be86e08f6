// The picture beside the editor: the page of the visualizer's panels in a frame. It asks the server for pictures and
// does what the page in the frame asks for. It stores the question, not the picture, so that it can ask again after an
// edit.
import type { LSPClient } from '@codemirror/lsp-client';
import type { ViewId } from '../../core/src/views/model';
import {
  comparablesRequest,
  visualizeRequest,
  type ComparableRow,
  type Comparison,
  type VisualizeParams,
  type VisualizeResult,
} from '../../protocol/src/requests';
import { say } from '../../protocol/src/say';
import { fromPage, type FromPage, type PageOptions, type ToPage } from '../../protocol/src/webview';
import { pickComparison } from './compare';
import { download } from './download';
import { uri, type Place } from './editor';

/** What is drawn: the value at a place, or an expression, whose names are looked up there. */
export interface Target {
  readonly at?: Place | undefined;
  readonly expression?: string | undefined;
}

export interface PictureState extends Target {
  readonly view?: ViewId | undefined;
  readonly options?: PageOptions | undefined;
}

export interface PictureEvents {
  changed(): void;
  /** The reader wants to see where the value is declared. */
  reveal(place: Place, length: number): void;
  link(): void;
}

export class Picture {
  private follows = true;
  private compared: Comparison | undefined;
  private isReady = false;
  private isFirst = true;
  private last: VisualizeResult | undefined;
  /** The number of the last question. Answers to older ones are dropped. */
  private asked = 0;
  /** The present target was asked about, and no answer has come since. */
  private isOwed = false;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly client: LSPClient,
    private present: PictureState,
    private readonly events: PictureEvents,
  ) {
    window.addEventListener('message', ({ source, data }) => {
      const message = source === frame.contentWindow ? fromPage(data) : undefined;
      if (message) this.receive(message);
    });
    // Only now, so that its first message is heard.
    frame.src = 'picture.html';
  }

  get state(): PictureState {
    return this.present;
  }

  /** Shows what another link says. */
  replace(state: PictureState): void {
    [this.present, this.compared, this.isFirst] = [state, undefined, true];
    void this.refresh();
  }

  show(target: Target): void {
    this.compared = undefined;
    void this.refresh(target);
  }

  /** The cursor of the editor moved. Where nothing has a value the last picture stays. */
  cursorMoved(at: Place): void {
    if (this.follows) void this.refresh({ at });
  }

  /** The text moved under the target. */
  moved(at: Place): void {
    this.present = { ...this.present, at };
  }

  /** Draws a target, the present one where none is given, from the newest analysis. */
  async refresh(other?: Target): Promise<void> {
    const target = other ?? this.present;
    const { at, expression } = target;
    if (!this.isReady) {
      this.present = { ...this.present, at, expression };
      return;
    }
    if (!other) this.isOwed = true;
    const question = ++this.asked;
    if (at === undefined && expression === undefined) {
      this.post({ type: 'problem', message: say`Put the cursor on a value of the text to draw it.`, canRetry: false });
      return;
    }
    const { view } = this.present;
    this.client.sync();
    const answer = await this.client
      .request<VisualizeParams, VisualizeResult | null>(visualizeRequest, {
        ...(at && { uri, position: at }),
        ...(expression !== undefined && { expression }),
        ...(view && { view }),
        ...(this.compared && { compare: this.compared }),
      })
      .catch(() => undefined);
    if (question === this.asked) this.answered(target, other === undefined, answer);
  }

  private answered(target: Target, isPresent: boolean, answer: VisualizeResult | null | undefined): void {
    // A place of the cursor without a value changes nothing; but its question may have taken the place of one about
    // the present target.
    if (answer === null && !isPresent && this.last !== undefined) {
      if (this.isOwed) void this.refresh();
      return;
    }
    this.isOwed = false;
    if (answer === undefined) {
      this.post({ type: 'problem', message: say`The analysis does not answer.`, canRetry: true });
      return;
    }
    if (answer === null) {
      const message = say`There is no CuTe value at this place in the source.`;
      this.post({ type: 'problem', message, canRetry: false });
      return;
    }
    const { visualization, source } = answer;
    const at = target.expression === undefined && source?.uri === uri ? placeOf(source) : target.at;
    this.present = { ...this.present, at, expression: target.expression };
    this.last = answer;
    if (visualization.is === 'unknown') {
      const { title, reason, needs } = visualization;
      const pin = needs.map((name) => `${name}=…`).join(', ');
      const advice = pin && `\n${say`Add a comment with a value above the function: // cute-lens: ${pin}`}`;
      this.post({ type: 'problem', message: `${title}: ${reason}${advice}`, canRetry: false });
    } else {
      const { model, views } = visualization;
      const place = source ? say`line ${source.line + 1}` : '';
      const shown = { model, views, place, follows: this.follows, compares: this.compared !== undefined };
      const { options } = this.present;
      this.post({ type: 'show', shown, ...(this.isFirst && options && { options }) });
      this.isFirst = false;
    }
    this.events.changed();
  }

  private receive(message: FromPage): void {
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        void this.refresh();
        return;
      case 'view':
        this.present = { ...this.present, view: message.view };
        void this.refresh();
        return;
      case 'evaluate':
        void this.refresh({ at: this.present.at, expression: message.text });
        return;
      case 'options':
        this.present = { ...this.present, options: message.options };
        this.events.changed();
        return;
      case 'follow':
        this.follows = message.on;
        return;
      case 'retry':
        void this.refresh();
        return;
      case 'compare':
        void this.compare(message.on);
        return;
      case 'reveal':
        if (this.last?.source) this.events.reveal(placeOf(this.last.source), this.last.source.length);
        return;
      case 'save':
        download(this.last, message);
        return;
      case 'copy':
        void navigator.clipboard.writeText(message.text);
        return;
      case 'link':
        this.events.link();
        return;
      case 'pins':
        return; // They are shared between panels, and there is one.
      case 'error':
        console.error(message.message);
    }
  }

  private async compare(on: boolean): Promise<void> {
    const { at } = this.present;
    const ask = { uri, ...(at && { position: at }) };
    const rows = on ? await this.client.request<object, readonly ComparableRow[] | null>(comparablesRequest, ask) : [];
    const chosen = on ? await pickComparison(rows ?? []) : undefined;
    if (on && !chosen) return;
    this.compared = chosen;
    this.present = { ...this.present, view: undefined };
    await this.refresh();
  }

  private post(message: ToPage): void {
    this.frame.contentWindow?.postMessage(message, '*');
  }
}

const placeOf = ({ line, character }: Place): Place => ({ line, character });
