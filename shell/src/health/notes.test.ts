import type { HealthEvent } from 'shared-ui/contract/host';

type Notes = typeof import('./notes.ts');

const sent: string[] = [];
const beacon = jest.fn((_address: string, body: string) => sent.push(body) > 0);

/** Loads a fresh module for a page, whose listeners are removed after the test. */
async function openPage(): Promise<Notes> {
  jest.resetModules();
  const notes = await import('./notes.ts');
  listen = jest.spyOn(window, 'addEventListener');
  notes.followHealth();
  return notes;
}

let listen: jest.SpiedFunction<typeof window.addEventListener>;

beforeEach(() => {
  sent.length = 0;
  beacon.mockClear();
  Object.assign(navigator, { sendBeacon: beacon });
});

afterEach(() => {
  for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener);
  jest.restoreAllMocks();
});

const events = (): HealthEvent[] => sent.flatMap((body) => JSON.parse(body).events);
const fail = (remote: string, code: string) =>
  window.dispatchEvent(new CustomEvent('lodestar:remote-failure', { detail: { remote, code, message: 'secret' } }));

function throwIn(file: string, message = 'broken'): void {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at draw (${file}:1:2)`;
  window.dispatchEvent(new ErrorEvent('error', { error, message, filename: file }));
}

function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

const FILE = 'https://h.example/remotes/surveys/1.1.0/feature.4e5f6a7b.js';

test('events of a loaded remote are reported once each', async () => {
  const { noteLoaded, sendNotes } = await openPage();
  noteLoaded('surveys@1.1.0', 312.4);
  noteLoaded('surveys@1.1.0', 2);
  fail('surveys@1.1.0', 'RENDER_FAILED');
  fail('surveys@1.1.0', 'RENDER_FAILED');
  throwIn(FILE);
  sendNotes();
  expect(beacon).toHaveBeenCalledWith('/telemetry', expect.any(String));
  expect(events()).toEqual([
    { kind: 'loaded', remote: 'surveys@1.1.0', value: 312 },
    { kind: 'broke', remote: 'surveys@1.1.0', code: 'RENDER_FAILED' },
    { kind: 'error', remote: 'surveys@1.1.0', code: 'UNCAUGHT_ERROR' },
  ]);
});

test('a version that fails to load is reported along with the one before it, but not a failure of the registry', async () => {
  const { noteLoaded, sendNotes } = await openPage();
  fail('registry', 'REGISTRY_UNAVAILABLE');
  fail('surveys', 'REMOTE_UNKNOWN');
  sendNotes();
  expect(beacon).not.toHaveBeenCalled();
  fail('surveys@1.1.0', 'ENTRY_INTEGRITY');
  fail('surveys@1.1.0', 'TIMEOUT');
  noteLoaded('surveys@1.0.0', 100);
  sendNotes();
  expect(events()).toEqual([
    { kind: 'failed', remote: 'surveys@1.1.0', code: 'ENTRY_INTEGRITY' },
    { kind: 'loaded', remote: 'surveys@1.0.0', value: 100 },
  ]);
});

test('uncaught errors are attributed only to the version whose file they come from', async () => {
  const { noteLoaded, sendNotes } = await openPage();
  noteLoaded('surveys@1.1.0', 1);
  noteLoaded('records@2.0.0-beta.1', 1);
  throwIn('https://h.example/shell/1.0.0/main.js');
  throwIn('chrome-extension://abc/content.js');
  reject('a text');
  reject(undefined);
  reject(new Error('somewhere'));
  const error = new Error('late');
  error.stack = 'Error: late\n    at https://h.example/remotes/records/2.0.0-beta.1/chunk.js:3:4';
  reject(error);
  window.dispatchEvent(new ErrorEvent('error', { error: null, message: 'Script error.', filename: FILE }));
  sendNotes();
  expect(events().slice(2)).toEqual([
    { kind: 'broke', remote: 'records@2.0.0-beta.1', code: 'UNCAUGHT_ERROR' },
    { kind: 'broke', remote: 'surveys@1.1.0', code: 'UNCAUGHT_ERROR' },
  ]);
});

test('events are sent once, kept while offline or refused, and sent when the page is hidden for good', async () => {
  const { noteLoaded, sendNotes } = await openPage();
  noteLoaded('a@1.0.0', 1);
  beacon.mockReturnValueOnce(false);
  sendNotes();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  sendNotes();
  online.mockReturnValue(true);
  expect(events()).toEqual([]);
  noteLoaded('b@1.0.0', 1);
  sendNotes();
  sendNotes();
  expect(events().map(({ remote }) => remote)).toEqual(['a@1.0.0', 'b@1.0.0']);
  fail('c@1.1.0', 'RENDER_FAILED');
  window.dispatchEvent(new Event('pagehide'));
  expect(events().at(-1)).toEqual({ kind: 'failed', remote: 'c@1.1.0', code: 'RENDER_FAILED' });
});

/** Twenty pieces of personal data that may be present on a page when something fails. */
const MARKERS = [
  'Rosalind Featherstone rosalind@example.org +1-604-555-0199 1961-04-23 ER10000417 surveyId=77',
  '7f1b9c52-7e0e-4a86-9e42-0c1f4f6d8a11 eyJhbGciOi.token PIN-4711 Bearer-abc /profile/4242/results/99',
  'my-daughter-Ines I-feel-dizzy potassium-5-9 ward-B-17 draft-text file-name.pdf reset-password/9c1 hash-part',
].flatMap((line) => line.split(' '));

test('reports contain none of twenty markers from URLs, errors, stacks, causes and fields', async () => {
  const text = MARKERS.join(' ');
  history.replaceState({ text }, '', `/profile/4242/results/99?${MARKERS.map(encodeURIComponent).join('&')}#hash-part`);
  document.title = text;
  document.body.innerHTML = '<input><textarea></textarea>';
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) field.value = text;
  localStorage.setItem('token', text);
  const { noteLoaded, sendNotes } = await openPage();
  noteLoaded('surveys@1.1.0', 5);
  for (const marker of MARKERS) {
    throwIn(`${FILE}?${marker}`, marker);
    reject(Object.assign(new Error(marker), { stack: `Error: ${marker}\n at ${FILE}`, cause: marker, user: marker }));
    window.dispatchEvent(
      new CustomEvent('lodestar:remote-failure', {
        detail: { remote: 'surveys@1.1.0', code: 'RENDER_FAILED', message: marker, cause: new Error(marker) },
      }),
    );
  }
  sendNotes();
  const found = MARKERS.filter((marker) => sent.join().includes(marker));
  expect(MARKERS).toHaveLength(20);
  expect(events()).toHaveLength(3);
  expect(found).toEqual([]);
});
