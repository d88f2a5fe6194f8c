import { runtimeConfig } from 'shared-ui';
import { openPage, setRuntimeConfig } from 'shared-ui/testing';
import { moveFrame, openFrame, WAITING } from './element.ts';

/** The page's style sheet is never there: its font takes its time. */
jest.mock('./look.ts', () => ({ wardrobe: () => new Promise(() => undefined) }));

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

const setNetwork = (isThere: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

test('a frame comes from the page’s own address, where its worker answers for it', () => {
  const frame = open();
  expect(frame.src).toBe(OWN);
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin');
});

test('a frame comes from the host name that is for guests, where there is one', () => {
  setNetwork(true);
  const frame = open({ guestOrigin: OTHER });
  expect(frame.src).toBe(`${OTHER}/guest/1.2.3`);
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
});

test('a frame that waits can be neither seen nor reached, and both once it is in its place', () => {
  openPage();
  const moveBefore = Element.prototype.insertBefore;
  const place = Object.assign(document.body.appendChild(document.createElement('div')), { moveBefore });
  const ready = openFrame(document.body, WAITING);
  expect(ready.frame).toMatchObject({ inert: true, style: { opacity: '0', position: 'fixed' } });
  expect(moveFrame(ready, place)).toBe(true);
  expect(place.contains(ready.frame)).toBe(true);
  expect(ready.frame).toMatchObject({ inert: false, style: { opacity: '', position: '' } });
});

test('without network it comes from the page’s own address, whatever the settings', () => {
  setNetwork(false);
  expect(open({ guestOrigin: OTHER }).src).toBe(OWN);
});

test('where the host name for guests does not answer in three seconds, it comes from the page’s own address', () => {
  setNetwork(true);
  const left = jest.fn();
  const frame = open({ guestOrigin: OTHER });
  frame.addEventListener('left', left);
  // An error is a document, too.
  frame.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(3_000);
  expect(frame.src).toBe(OWN);
  expect(frame.getAttribute('sandbox')).toContain('allow-same-origin');
  frame.dispatchEvent(new Event('load'));
  expect(left).not.toHaveBeenCalled();
  frame.dispatchEvent(new Event('load'));
  expect(left).toHaveBeenCalled();
});

/** The frame's document says from an address that it is there; returns whether it is handed a port. */
function say(frame: HTMLIFrameElement, address: string): boolean {
  const source = Object.assign(frame.contentWindow as Window, { postMessage: jest.fn() });
  window.dispatchEvent(new MessageEvent('message', { source, origin: 'null', data: address }));
  return source.postMessage.mock.calls.length > 0;
}

test('a document that has said in time that it is there stays, however long the page’s font takes', async () => {
  setNetwork(true);
  const frame = open({ guestOrigin: OTHER });
  expect(say(frame, `${OTHER}/guest/1.2.3`)).toBe(true);
  await Promise.resolve();
  jest.advanceTimersByTime(3_000);
  expect(frame.src).toBe(`${OTHER}/guest/1.2.3`);
});

test('a document that says so too late is handed nothing: the one from the page’s own address takes its place', () => {
  setNetwork(true);
  const frame = open({ guestOrigin: OTHER });
  jest.advanceTimersByTime(3_000);
  expect(say(frame, `${OTHER}/guest/1.2.3`)).toBe(false);
  expect(say(frame, OWN)).toBe(true);
});
