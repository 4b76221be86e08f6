// Buttons, drop-downs, fields and check boxes. No other file imports @vscode/webview-ui-toolkit. A control has an
// element, calls back when the reader uses it, and can be given another value.
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
  type Checkbox,
  type Dropdown,
  type TextField,
} from '@vscode/webview-ui-toolkit';
import { el, icon, type IconName } from './dom';

provideVSCodeDesignSystem().register(
  vsCodeButton(),
  vsCodeCheckbox(),
  vsCodeDropdown(),
  vsCodeOption(),
  vsCodeTextField(),
);

declare global {
  interface HTMLElementTagNameMap {
    'vscode-checkbox': Checkbox;
    'vscode-dropdown': Dropdown;
    'vscode-option': HTMLElement;
    'vscode-text-field': TextField;
  }
}

export interface Control<T> {
  readonly element: HTMLElement;
  set(value: T): void;
}

export function iconButton(name: IconName, title: string, press: () => void): HTMLElement {
  const element = document.createElement('vscode-button');
  element.setAttribute('appearance', 'icon');
  element.setAttribute('aria-label', title);
  element.title = title;
  element.append(icon(name));
  element.addEventListener('click', press);
  return element;
}

export function textButton(text: string, press: () => void): HTMLElement {
  const element = document.createElement('vscode-button');
  element.append(text);
  element.addEventListener('click', press);
  return element;
}

export interface DropdownValue<Id extends string> {
  readonly choices: readonly { readonly id: Id; readonly title: string }[];
  readonly value: Id;
}

/** A labelled drop-down; hidden while there is nothing to choose from. */
export function dropdown<Id extends string>(label: string, choose: (id: Id) => void): Control<DropdownValue<Id>> {
  const list = document.createElement('vscode-dropdown');
  list.setAttribute('aria-label', label);
  const element = el('label', { class: 'labelled' }, el('span', {}, label), list);
  let present = '';
  let offered: DropdownValue<Id>['choices'] = [];
  list.addEventListener('change', () => {
    const chosen = offered.find(({ id }) => id === list.value);
    if (chosen) choose(chosen.id);
  });
  return {
    element,
    set: ({ choices, value }) => {
      offered = choices;
      const wanted = JSON.stringify(choices);
      if (wanted !== present) {
        present = wanted;
        list.replaceChildren(...choices.map(({ id, title }) => el('vscode-option', { value: id }, title)));
      }
      element.hidden = choices.length < 2;
      // The list accepts only values of existing options, and new options exist from the next microtask on.
      if (list.value !== value) queueMicrotask(() => (list.value = value));
    },
  };
}

export function textField(
  label: string,
  placeholder: string,
  type: (text: string) => void,
): Control<string> & { focus(): void; readonly field: HTMLElement } {
  const field = document.createElement('vscode-text-field');
  field.setAttribute('placeholder', placeholder);
  // The element sets its own name "Text field" when it is connected, so the name is set afterwards.
  queueMicrotask(() => field.setAttribute('aria-label', label));
  field.setAttribute('spellcheck', 'false');
  field.addEventListener('input', () => type(field.value));
  return {
    element: field,
    field,
    set: (value) => {
      if (field.value !== value) field.value = value;
    },
    focus: () => field.focus(),
  };
}

export function checkbox(text: string, title: string, check: (on: boolean) => void): Control<boolean> {
  const box = document.createElement('vscode-checkbox');
  box.append(text);
  box.title = title;
  let value = false;
  box.addEventListener('change', () => {
    if (box.checked === value) return;
    value = box.checked;
    check(value);
  });
  return {
    element: box,
    set: (on) => {
      value = on;
      if (box.checked !== on) box.checked = on;
    },
  };
}

export interface SliderValue {
  /** How many there are; the slider hides below two. */
  readonly count: number;
  /** Undefined for all of them. */
  readonly value: number | undefined;
  /** Replaces the label that it was created with. */
  readonly label?: string;
  /** What a number stands for, where it does not say so itself. */
  readonly spell?: (value: number) => string;
  /** How many numbers in a row belong together, for bands below the slider. */
  readonly bands?: readonly number[];
  /** Numbers with a mark there. */
  readonly marks?: readonly number[];
}

/** A band for each part, as long as the part. */
function bandsOf(parts: readonly number[]): readonly HTMLElement[] {
  return parts.map((length) => {
    const band = el('i', {});
    band.style.flexGrow = String(length);
    return band;
  });
}

function markAt(at: number, count: number): HTMLElement {
  const mark = el('b', {});
  mark.style.left = `${(100 * (at + 0.5)) / count}%`;
  return mark;
}

/** A slider from 0 to count - 1. If `all` is given, the left end means all of them. */
export function slider(
  label: string,
  all: string | undefined,
  move: (value: number | undefined) => void,
): Control<SliderValue> {
  const least = all === undefined ? 0 : -1;
  const range = el('input', { type: 'range', min: String(least), step: '1', 'aria-label': label });
  const output = el('output', {}, all ?? '0');
  const caption = el('span', {}, label);
  const bands = el('span', { class: 'bands', 'aria-hidden': 'true', hidden: true });
  const element = el(
    'label',
    { class: 'labelled slider' },
    caption,
    el('span', { class: 'track' }, range, bands),
    output,
  );
  let spelled: (value: number) => string = String;
  const textOf = (value: number): string => (value < 0 ? (all ?? '') : spelled(value));
  range.addEventListener('input', () => {
    output.textContent = textOf(range.valueAsNumber);
    range.setAttribute('aria-valuetext', textOf(range.valueAsNumber));
    move(range.valueAsNumber < 0 ? undefined : range.valueAsNumber);
  });
  return {
    element,
    set: ({ count, value, label: wanted = label, spell = String, bands: parts = [], marks = [] }) => {
      bands.hidden = parts.length === 0;
      bands.replaceChildren(...bandsOf(parts), ...marks.map((at) => markAt(at, count)));
      spelled = spell;
      caption.textContent = wanted;
      range.setAttribute('aria-label', wanted);
      element.hidden = count < 2;
      range.max = String(count - 1);
      range.value = String(value ?? -1);
      output.textContent = textOf(value ?? -1);
      output.style.minWidth = `min(${Math.max(3, spell(count - 1).length)}ch, 100%)`;
      range.setAttribute('aria-valuetext', textOf(value ?? -1));
    },
  };
}
