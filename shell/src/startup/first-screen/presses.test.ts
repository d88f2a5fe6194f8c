import { showCopy } from './copy.ts';

const SCREEN =
  '<main><h1>Welcome</h1><select><option value="en">English</option><option value="ar">العربية</option></select></main>';

let copy: HTMLElement;
let root: HTMLElement;
const onChange = jest.fn();

const selectIn = (screen: HTMLElement) => screen.querySelector('select') as HTMLSelectElement;

/** Opens the list of options in the copy, and lets the real screen appear behind it. */
async function openList(): Promise<void> {
  selectIn(copy).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  selectIn(copy).click();
  jest.advanceTimersByTime(1);
  root.innerHTML = SCREEN;
  await Promise.resolve();
}

/** Removes the document's listeners of a test: they would swap the copy of the next one. */
let stopListening: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  const listen = jest.spyOn(document, 'addEventListener');
  stopListening = () => {
    for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener, true);
    listen.mockRestore();
  };
  onChange.mockReset();
  document.body.innerHTML = `<div id="first-screen">${SCREEN}</div><div id="root"></div>`;
  copy = document.getElementById('first-screen') as HTMLElement;
  root = document.getElementById('root') as HTMLElement;
  root.addEventListener('change', onChange);
  showCopy((real) => real.querySelector('h1') !== null);
});

afterEach(() => {
  stopListening();
  jest.useRealTimers();
});

test('the copy stays while its list of options is open, and the real screen gets the choice', async () => {
  await openList();
  expect(copy.isConnected).toBe(true);
  selectIn(copy).value = 'ar';
  selectIn(copy).dispatchEvent(new Event('change', { bubbles: true }));
  jest.advanceTimersByTime(1);
  expect(copy.isConnected).toBe(false);
  expect(selectIn(root).value).toBe('ar');
  expect(onChange).toHaveBeenCalledTimes(1);
});

test.each<[string, () => void]>([
  ['Escape', () => selectIn(copy).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))],
  ['leaving it', () => selectIn(copy).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
  ['a minute', () => jest.advanceTimersByTime(60_000)],
])('after %s, the real screen replaces the copy without a choice', async (_what, close) => {
  await openList();
  close();
  jest.advanceTimersByTime(1);
  expect(copy.isConnected).toBe(false);
  expect(onChange).not.toHaveBeenCalled();
});
