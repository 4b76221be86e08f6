// Layouts behind declarations: the server's inlay hints as widgets of the editor. They move with the text until the
// server has computed new ones.
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

export interface Hint {
  readonly offset: number;
  readonly label: string;
}

class HintWidget extends WidgetType {
  constructor(private readonly label: string) {
    super();
  }

  override eq(other: HintWidget): boolean {
    return other.label === this.label;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cute-hint';
    element.textContent = this.label;
    return element;
  }
}

const setHints = StateEffect.define<readonly Hint[]>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (hints, { changes, effects }) =>
    effects.reduce(
      (before, effect) => (effect.is(setHints) ? decorationsOf(effect.value) : before),
      hints.map(changes),
    ),
  provide: (hints) => EditorView.decorations.from(hints),
});

export const hintsExtension: Extension = field;

export function showHints(view: EditorView, hints: readonly Hint[]): void {
  view.dispatch({ effects: setHints.of(hints) });
}

function decorationsOf(hints: readonly Hint[]): DecorationSet {
  const widgets = hints.map(({ offset, label }) =>
    Decoration.widget({ widget: new HintWidget(label), side: 1 }).range(offset),
  );
  return Decoration.set(widgets, true);
}
