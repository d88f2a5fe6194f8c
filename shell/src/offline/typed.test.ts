import { hasUnsentTyping, KEEPS_TYPING, watchTyping } from './typed.ts';

watchTyping();

afterEach(() => document.body.replaceChildren());

/** Puts markup on the page and types into its field, as a person does. */
function type(html: string, text: string, root: Element | ShadowRoot = document.body): void {
  root.innerHTML = html;
  const field = root.querySelector<HTMLInputElement>('input, textarea');
  if (!field) throw new Error('There is no field');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

test('what nobody typed is no loss', () => {
  document.body.innerHTML = '<input value="from the server">';
  expect(hasUnsentTyping()).toBe(false);
});

test('what was typed is one while it stands in its form', () => {
  type('<form><textarea></textarea></form>', 'The bed is too short.');
  expect(hasUnsentTyping()).toBe(true);
  document.body.replaceChildren();
  expect(hasUnsentTyping()).toBe(false);
});

test('what was deleted again is none', () => {
  type('<input>', '');
  expect(hasUnsentTyping()).toBe(false);
});

test('a form inside a shadow root counts, one that keeps its own answers does not', () => {
  document.body.innerHTML = '<section></section>';
  const section = document.querySelector('section') as HTMLElement;
  type('<input>', 'a', section.attachShadow({ mode: 'open' }));
  expect(hasUnsentTyping()).toBe(true);
  section.setAttribute(KEEPS_TYPING, 'true');
  expect(hasUnsentTyping()).toBe(false);
});
