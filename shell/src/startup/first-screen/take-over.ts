import { type Presses, realControlOf } from './presses.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
const isTicked = (field: Field): field is HTMLInputElement => /^(radio|checkbox)$/.test(field.type);

/** Sets a field's value as typing does: React replaces the setter of the element, not the one of its class. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field.tagName === 'SELECT') field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Copies what was entered; what the real screen has already filled in stays where nothing was. */
function copyEntry(from: Field, to: Field): void {
  if (isTicked(from)) {
    if (from.checked !== (to as HTMLInputElement).checked) to.click();
  } else if (from.value !== '' && from.value !== to.value) type(to, from.value);
}

function moveFocus(from: HTMLElement, to: HTMLElement): void {
  to.focus({ preventScroll: true });
  if (!('selectionStart' in from && 'setSelectionRange' in to)) return;
  const { selectionStart, selectionEnd, selectionDirection } = from as HTMLInputElement;
  // Fields for emails and numbers don't tell their selection.
  if (selectionStart !== null)
    (to as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

function replay(pressed: HTMLElement): void {
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed.click();
}

/**
 * Replaces the copy with the real screen, which looks the same: between two frames, with what was entered, the focus, the
 * selection and the scroll position. Then repeats what was pressed.
 * @param reveal shows the real screen
 */
export function takeOver(copy: Element, root: Element, presses: Presses, reveal: () => void): void {
  const find = (control: Element) => realControlOf(control, copy, root);
  const focused = document.activeElement;
  const pressed = presses.map((one) =>
    one instanceof HTMLFormElement
      ? root.querySelectorAll('form')[[...copy.querySelectorAll('form')].indexOf(one)]
      : find(one),
  );
  reveal();
  for (const field of copy.querySelectorAll('input, textarea, select')) {
    const real = find(field);
    if (real && isField(real)) copyEntry(field as Field, real);
  }
  const scrolled = copy.querySelector('main')?.scrollTop ?? 0;
  const main = root.querySelector('main');
  if (main && scrolled > 0) main.scrollTop = scrolled;
  const target = focused && copy.contains(focused) ? find(focused) : undefined;
  if (target) moveFocus(focused as HTMLElement, target);
  copy.remove();
  for (const one of pressed) if (one?.isConnected) replay(one);
}
