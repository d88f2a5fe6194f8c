import { enableStyles } from './styles.ts';
import { publishRemote } from './testing/registry.ts';

beforeAll(() => {
  publishRemote('pharmacy');
  publishRemote('timeline');
});

afterEach(() => {
  document.head.replaceChildren();
});

/** Adds a style element; one without text has its rules from a script, as the page's policy allows. */
function addSheet(fields: Partial<HTMLStyleElement> = {}): HTMLStyleElement {
  const style = Object.assign(document.createElement('style'), fields);
  document.head.append(style);
  // jsdom doesn't say whose a stylesheet is.
  if (style.sheet) Object.defineProperty(style.sheet, 'ownerNode', { value: style });
  return style;
}

const isDisabled = ({ sheet }: HTMLStyleElement) => sheet?.disabled === true;

test('styles of the host, of styled-components and of browser extensions stay', () => {
  const host = addSheet();
  const leave = enableStyles('pharmacy');
  const shared = addSheet();
  shared.setAttribute('data-styled', 'active');
  const ofExtension = addSheet({ textContent: 'body { color: red }' });
  leave();
  expect([host, shared, ofExtension].map(isDisabled)).toEqual([false, false, false]);
});

test('styles of a remote are disabled when its last slot is left, and enabled when it is shown again', () => {
  const [leave, leaveOther] = [enableStyles('pharmacy'), enableStyles('pharmacy')];
  const style = addSheet();
  leave();
  expect(isDisabled(style)).toBe(false);
  leaveOther();
  expect(isDisabled(style)).toBe(true);
  const leaveAgain = enableStyles('pharmacy');
  expect(isDisabled(style)).toBe(false);
  leaveAgain();
  expect(isDisabled(style)).toBe(true);
});

test('styles that a remote adds are enabled while it is shown, and disabled after it was left', async () => {
  const leave = enableStyles('pharmacy');
  const style = addSheet();
  leave();
  style.remove();
  const leaveAgain = enableStyles('pharmacy');
  document.head.append(style);
  expect(isDisabled(style)).toBe(false);
  leaveAgain();
  const late = addSheet();
  await Promise.resolve();
  expect(isDisabled(late)).toBe(true);
});

test('constructed stylesheets are disabled when their remote is left', () => {
  const leave = enableStyles('pharmacy');
  const { sheet } = addSheet();
  document.head.replaceChildren();
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [sheet], configurable: true });
  leave();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
  expect(sheet?.disabled).toBe(true);
});

test('the stylesheet of a stored screen, which may come while a remote loads, stays enabled', () => {
  const leave = enableStyles('pharmacy');
  const { sheet } = addSheet();
  document.head.replaceChildren();
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [sheet], configurable: true });
  document.body.innerHTML = '<div id="first-screen"></div>';
  leave();
  expect(sheet?.disabled).not.toBe(true);
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});

test('a stylesheet file belongs to the remote that published it, even if it loads later', () => {
  const leave = enableStyles('timeline');
  const file = { href: `${location.origin}/remotes/pharmacy/1.0.0/main.css`, ownerNode: null, disabled: false };
  Object.defineProperty(document, 'styleSheets', { value: [file], configurable: true });
  leave();
  expect(file.disabled).toBe(true);
  const leavePharmacy = enableStyles('pharmacy');
  expect(file.disabled).toBe(false);
  leavePharmacy();
  Reflect.deleteProperty(document, 'styleSheets');
});
