import { runtimeConfig } from 'shared-ui';
import { openPage, setRuntimeConfig } from 'shared-ui/testing';
import { HIDDEN_STYLE, moveFrame, openFrame } from './element.ts';

/** A page with a font that never finishes loading. */
const FONT = { cssText: '@font-face { src: url("font.woff2"); }' };
Object.defineProperty(document, 'styleSheets', { value: [{ href: `${location.origin}/page.css`, cssRules: [FONT] }] });
globalThis.fetch = () => new Promise(() => undefined);

class Channel {
  readonly port1 = { postMessage: jest.fn() };
  readonly port2 = {};
}
Object.assign(globalThis, { __LODESTAR_VERSION__: '1.2.3', MessageChannel: Channel });

const OTHER = 'https://guests.example.org';
const OWN = `${location.origin}/guest/1.2.3`;

function open(more: { guestOrigin?: string } = {}) {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), ...more });
  return openFrame(document.body).frame;
}

const sandboxOf = (frame: HTMLIFrameElement) => frame.getAttribute('sandbox');
const SAME_ORIGIN = 'allow-scripts allow-forms allow-same-origin';
const setNetwork = (isThere: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);

beforeEach(() => {
  jest.useFakeTimers();
  setNetwork(true);
});
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

test.each([
  ['the guest origin when one is configured', { guestOrigin: OTHER }, true, `${OTHER}/guest/1.2.3`],
  ['the page’s own origin by default', {}, true, OWN],
  ['the page’s own origin when offline', { guestOrigin: OTHER }, false, OWN],
])('openFrame loads the frame from %s', (_what, config, isOnline, src) => {
  setNetwork(isOnline);
  const frame = open(config);
  expect(frame.src).toBe(src);
  expect(sandboxOf(frame)).toBe(src === OWN ? SAME_ORIGIN : 'allow-scripts allow-forms');
});

test('a waiting frame is invisible and inert until it is moved into place', () => {
  openPage();
  const moveBefore = Element.prototype.insertBefore;
  const place = Object.assign(document.body.appendChild(document.createElement('div')), { moveBefore });
  const ready = openFrame(document.body, HIDDEN_STYLE);
  expect(ready.frame).toMatchObject({ inert: true, style: { opacity: '0', position: 'fixed' } });
  expect(moveFrame(ready, place)).toBe(true);
  expect(place.contains(ready.frame)).toBe(true);
  expect(ready.frame).toMatchObject({ inert: false, style: { opacity: '', position: '' } });
});

test('openFrame falls back to the page’s own origin when the guest origin times out', () => {
  const left = jest.fn();
  const frame = open({ guestOrigin: OTHER });
  frame.addEventListener('left', left);
  // Error pages fire "load" too.
  frame.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(3_000);
  expect(frame.src).toBe(OWN);
  expect(sandboxOf(frame)).toBe(SAME_ORIGIN);
  frame.dispatchEvent(new Event('load'));
  expect(left).not.toHaveBeenCalled();
  frame.dispatchEvent(new Event('load'));
  expect(left).toHaveBeenCalled();
});

/** Announces the frame's document under a URL. Returns whether the page handed it a port. */
function announce(frame: HTMLIFrameElement, address: string): boolean {
  const source = Object.assign(frame.contentWindow as Window, { postMessage: jest.fn() });
  window.dispatchEvent(new MessageEvent('message', { source, origin: 'null', data: address }));
  return source.postMessage.mock.calls.length > 0;
}

test('a frame that connects in time is kept even if the fonts load slowly', async () => {
  const frame = open({ guestOrigin: OTHER });
  expect(announce(frame, `${OTHER}/guest/1.2.3`)).toBe(true);
  await Promise.resolve();
  jest.advanceTimersByTime(3_000);
  expect(frame.src).toBe(`${OTHER}/guest/1.2.3`);
});

test('a frame that connects too late gets no port and is replaced by one from the page’s own origin', () => {
  const frame = open({ guestOrigin: OTHER });
  jest.advanceTimersByTime(3_000);
  expect(announce(frame, `${OTHER}/guest/1.2.3`)).toBe(false);
  expect(announce(frame, OWN)).toBe(true);
});
