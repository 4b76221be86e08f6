// The dialog that asks what a picture is compared with.
import { say } from '../../protocol/src/say';
import type { ComparableRow, Comparison } from '../../protocol/src/requests';

/** What the reader chooses among `rows`, or an expression that they type; undefined if they close the dialog. */
export function pickComparison(rows: readonly ComparableRow[]): Promise<Comparison | undefined> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', say`Compare with`);
  const form = document.createElement('form');
  form.method = 'dialog';
  const typed = document.createElement('input');
  typed.placeholder = say`an expression`;
  typed.setAttribute('aria-label', say`Expression`);
  form.append(
    ...rows.map(({ title, printed }, at) => {
      const button = document.createElement('button');
      button.type = 'submit';
      button.value = String(at);
      button.textContent = `${title}: ${printed}`;
      return button;
    }),
    typed,
  );
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      const expression = typed.value.trim();
      resolve(rows[Number(dialog.returnValue || NaN)]?.comparison ?? (expression ? { expression } : undefined));
    });
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' && document.activeElement === typed) dialog.close('');
    });
  });
}
