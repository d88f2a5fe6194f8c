import { act, type MouseEvent, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { recordPresses } from './presses.ts';
import { takeOver } from './take-over.ts';

const onSubmit = jest.fn();
const onShow = jest.fn();
const onLeave = jest.fn((event: MouseEvent<HTMLElement>) => event.preventDefault());

/** The real screen: a controlled form, as the copy has it, and a link. */
function Screen() {
  const [name, setName] = useState('');
  const [isTicked, setIsTicked] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Sign in</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit({ name, isTicked });
        }}
      >
        <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
        <input name="agree" type="checkbox" checked={isTicked} onChange={() => setIsTicked(!isTicked)} />
        <button type="button" aria-label="Show" onClick={onShow} />
        <button type="submit">Send</button>
      </form>
      <a href="/onboarding/choice" onClick={onLeave}>
        Cancel
      </a>
    </main>
  );
}

const COPY = `
  <main><h1 tabindex="-1">Sign in</h1>
    <form method="dialog"><input name="name" value=""><input name="agree" type="checkbox">
      <button type="button" aria-label="Show"></button><button type="submit">Send</button></form>
    <a href="/onboarding/choice">Cancel</a><a href="#ff-main">Skip</a></main>`;

let copy: HTMLElement;
let target: HTMLElement;
let root: Root;
let presses: ReturnType<typeof recordPresses>;

beforeEach(() => {
  jest.clearAllMocks();
  document.body.innerHTML = `<div id="first-screen">${COPY}</div><div id="root"></div>`;
  copy = document.getElementById('first-screen') as HTMLElement;
  target = document.getElementById('root') as HTMLElement;
  presses = recordPresses((element) => copy.contains(element));
  root = createRoot(target);
});

afterEach(() => act(async () => root.unmount()));

async function appear(): Promise<void> {
  await act(async () => root.render(<Screen />));
  await act(async () => takeOver(copy, target, presses, () => undefined));
}

const inCopy = <E extends HTMLElement>(selector: string) => copy.querySelector(selector) as E;
const real = <E extends HTMLElement>(selector: string) => target.querySelector(selector) as E;

test('the real screen takes over text, ticks, focus and selection, and sends the form if that was pressed', async () => {
  const field = inCopy<HTMLInputElement>('[name=name]');
  field.value = 'Léa Côté';
  field.focus();
  field.setSelectionRange(2, 5);
  inCopy<HTMLInputElement>('[name=agree]').click();
  inCopy('main').insertAdjacentHTML('beforeend', '<button type="button">Missing in the real screen</button>');
  inCopy('main > button').click();
  inCopy('[type=submit]').click();
  await appear();
  expect(onSubmit.mock.calls).toEqual([[{ name: 'Léa Côté', isTicked: true }]]);
  const shown = real<HTMLInputElement>('[name=name]');
  expect(copy.isConnected).toBe(false);
  expect(shown).toHaveFocus();
  expect([shown.value, shown.selectionStart, shown.selectionEnd]).toEqual(['Léa Côté', 2, 5]);
});

test('what the real screen has filled in stays where nothing was entered', async () => {
  await act(async () => root.render(<Screen />));
  await act(async () => {
    const field = real<HTMLInputElement>('[name=name]');
    field.focus();
    field.value = 'draft';
  });
  await act(async () => takeOver(copy, target, presses, () => undefined));
  expect(real<HTMLInputElement>('[name=name]').value).toBe('draft');
});

test('presses are repeated in order, but none from before the last link', async () => {
  inCopy('[aria-label=Show]').click();
  inCopy('[type=submit]').click();
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  inCopy('a').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(document.querySelectorAll('[data-pressed]')).toHaveLength(1);
  await appear();
  expect([onShow, onSubmit, onLeave].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
});

test.each([
  ['with a modifier key', 'a', { ctrlKey: true }],
  ['on a link to another place on the page', '[href="#ff-main"]', {}],
])('a press %s is the browser’s', async (_what, selector, keys) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  // jsdom can't navigate.
  document.addEventListener('click', (late) => late.preventDefault(), { once: true });
  inCopy(selector).dispatchEvent(event);
  expect(presses).toEqual([]);
  await appear();
  expect(onLeave).not.toHaveBeenCalled();
});

test('a press is repeated in the same part of the screen, or not at all if that says something else now', async () => {
  const list = (...items: string[]) =>
    items.map((item) => `<li>${item} <button type="button">Yes</button></li>`).join('');
  copy.innerHTML = list('Are you in pain?', 'Did you sleep?', 'Are you warm?');
  for (const button of copy.querySelectorAll('button')) button.click();
  target.innerHTML = list('Do you agree?', 'Are you in pain?', 'Are you warm?');
  const pressed: (string | null | undefined)[] = [];
  target.addEventListener('click', ({ target: button }) =>
    pressed.push((button as Element).parentElement?.textContent),
  );
  takeOver(copy, target, presses, () => undefined);
  expect(pressed).toEqual(['Are you in pain? Yes', 'Are you warm? Yes']);
});
