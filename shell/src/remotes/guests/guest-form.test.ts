import type { SurveyContext } from 'shared-ui/contract';
import type { RemoteError } from '../failure.ts';
import { GuestForm } from './guest-form.ts';
import type { FromFrame, Script, ToFrame } from './protocol.ts';

/** The frame's end of the port, played by the test. */
const port = {
  sent: [] as ToFrame[],
  onmessage: (_event: { data: unknown }) => {},
  onend: () => {},
  addEventListener: (_end: 'close', listener: () => void) => {
    port.onend = listener;
  },
  postMessage: (message: ToFrame) => port.sent.push(message),
  close: jest.fn(),
};
const sent = (kind: ToFrame['kind']) => port.sent.filter((message) => message.kind === kind);

jest.mock('./element.ts', () => ({
  moveFrame: () => false,
  openFrame: (place: HTMLElement) => {
    const frame = place.appendChild(document.createElement('iframe'));
    return { frame, port: Promise.resolve(port) };
  },
}));
const alive = jest.fn();
jest.mock('./frozen-pages.ts', () => ({ trackGuest: () => alive }));

const BEGINNING = {
  page: location.origin,
  container: 'c',
  expose: './survey',
  entry: ['/e.js', new ArrayBuffer(0)] as Script,
  shell: [],
  optionalCode: [],
};

/** Forms of the current test; each keeps polling until it ends. */
const forms: GuestForm[] = [];

async function mount(change: Partial<SurveyContext> = {}) {
  port.sent = [];
  const place = document.body.appendChild(document.createElement('div'));
  const fail = jest.fn<void, [RemoteError]>();
  const context = { survey: 'admission', keepDraft: jest.fn(), submit: jest.fn(), done: jest.fn(), fail, ...change };
  const guest = { remote: 'surveys@2.0.0', ready: undefined, setup: BEGINNING };
  const form = new GuestForm(guest, place, context as unknown as SurveyContext);
  forms.push(form);
  await Promise.resolve();
  return { form, place, context, failures: () => fail.mock.calls.map(([failure]) => failure.code) };
}

const send = (message: FromFrame | string) =>
  port.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) });

const drawn = (isShown: boolean): FromFrame => ({ kind: 'drawn', height: isShown ? 600 : 16, isShown });

/** Advances time while the frame answers every ping. */
function answerFor(seconds: number, answer: FromFrame): void {
  for (let second = 0; second < seconds; second++) {
    const before = sent('ping').length;
    jest.advanceTimersByTime(1_000);
    if (sent('ping').length > before) send(answer);
  }
}

const hide = (isHidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);

beforeEach(() => {
  jest.useFakeTimers();
  hide(false);
});
afterEach(() => {
  for (const form of forms.splice(0)) form.end();
  jest.useRealTimers();
  document.body.replaceChildren();
});

test.each<[string, FromFrame]>([
  ['never mounts its form', { kind: 'pong' }],
  ['mounts a form and draws nothing', drawn(false)],
])('a guest that answers but %s is removed after ten seconds', async (_what, answer) => {
  const { place, failures } = await mount();
  // The time while the page is hidden does not count.
  hide(true);
  answerFor(65, answer);
  hide(false);
  document.dispatchEvent(new Event('visibilitychange'));
  answerFor(9, answer);
  expect(failures()).toEqual([]);
  answerFor(1, answer);
  expect(failures()).toEqual(['TIMEOUT']);
  expect(place.querySelector('iframe')).toBeNull();
});

test('a visible guest stays while it answers, and is removed ten seconds after it stops', async () => {
  const { place, failures } = await mount();
  send(drawn(true));
  answerFor(120, drawn(true));
  expect(failures()).toEqual([]);
  expect(place.querySelector('iframe')).not.toBeNull();
  jest.advanceTimersByTime(10_000);
  expect(failures()).toEqual(['TIMEOUT']);
});

test('a guest of which nothing is visible any more says so, and is removed after ten seconds unless it comes back', async () => {
  const { form, failures } = await mount();
  const shown: boolean[] = [];
  form.whenShown((isShown) => shown.push(isShown));
  send(drawn(true));
  answerFor(6, drawn(false));
  answerFor(8, drawn(true));
  expect(failures()).toEqual([]);
  answerFor(10, drawn(false));
  expect(failures()).toEqual(['TIMEOUT']);
  expect(shown).toEqual([false, true, false, true, false]);
});

test.each<[string, () => void]>([
  ['reports a failure', () => send({ kind: 'fail', code: 'RENDER_FAILED', message: 'no' })],
  ['floods its port', () => Array.from({ length: 201 }, () => send(drawn(true)))],
  ['sends a whole book', () => send({ kind: 'draft', answers: 'x'.repeat(600_000) })],
  ['requests an endless height', () => send({ ...drawn(true), height: 30_001 } as FromFrame)],
  ['sends a height that is not a number', () => send('{"kind":"drawn","height":"much"}')],
  ['sends an invalid message', () => send('{')],
  ['ends its own process', () => port.onend()],
])('a guest that %s is removed, and fails once', async (_what, harm) => {
  const { place, failures } = await mount();
  send(drawn(true));
  harm();
  send({ kind: 'fail', code: 'EXPORT_INVALID', message: 'again' });
  expect(failures()).toEqual(['RENDER_FAILED']);
  expect(place.querySelector('iframe')).toBeNull();
  expect(port.close).toHaveBeenCalled();
});

const ANSWERS = [{ question: 'comments', answer: 'Kind people.' }];

/** Replies to the frame's submits, in order. */
const receipts = () => sent('answer').map(({ kind: _kind, ...receipt }) => receipt as Record<string, unknown>);

test('GuestForm stores drafts as answers only', async () => {
  const { context } = await mount();
  send({ kind: 'draft', answers: [{ ...ANSWERS[0], more: 'x' }] });
  send({ kind: 'draft', answers: { length: 1e9 } });
  expect(jest.mocked(context.keepDraft).mock.calls).toEqual([[ANSWERS]]);
});

test('GuestForm submits one survey at a time and refuses invalid answers', async () => {
  const submit = jest.fn(async () => ({ status: 'delivered' as const }));
  await mount({ submit });
  send({ kind: 'submit', id: 1, answers: ANSWERS });
  send({ kind: 'submit', id: 2, answers: ANSWERS });
  send({ kind: 'submit', id: 3, answers: [{ question: {} }] });
  await jest.advanceTimersByTimeAsync(0);
  expect(submit).toHaveBeenCalledTimes(1);
  expect(receipts().find(({ id }) => id === 1)).toEqual({ id: 1, value: { status: 'delivered' } });
  const refused = receipts().filter(({ error }) => error);
  expect(refused.map(({ id }) => id).sort()).toEqual([2, 3]);
});

test('a failed submit can be retried up to a limit', async () => {
  const submit = jest.fn(async () => {
    throw new Error('no network');
  });
  await mount({ submit });
  for (let id = 1; id <= 12; id++) {
    send({ kind: 'submit', id, answers: ANSWERS });
    await jest.advanceTimersByTimeAsync(0);
  }
  expect(submit).toHaveBeenCalledTimes(10);
  expect(receipts()[9]).toEqual({ id: 10, error: 'Error: no network' });
  expect(receipts()[10]?.error).toMatch(/too many submits/);
});

test('messages from a removed frame are ignored', async () => {
  const { form, context } = await mount();
  form.end();
  send({ kind: 'done' });
  send({ kind: 'submit', id: 1, answers: [{ question: 'a', answer: 1 }] });
  expect(context.done).not.toHaveBeenCalled();
  expect(context.submit).not.toHaveBeenCalled();
});

test('guests receive only files listed in a manifest', async () => {
  await mount();
  send({ kind: 'file', id: 7, url: 'https://elsewhere.example.org/?secret' });
  await Promise.resolve();
  expect(sent('answer')).toMatchObject([{ id: 7, error: expect.stringMatching(/not listed/) }]);
});

test('a frame opened for the form is prepared and started, and follows the appearance of the page', async () => {
  await mount();
  expect(port.sent.map(({ kind }) => kind)).toEqual(['prepare', 'appearance', 'start']);
  expect(sent('start')).toMatchObject([{ facts: { survey: 'admission' } }]);
  port.sent = [];
  document.documentElement.setAttribute('dir', 'rtl');
  await Promise.resolve();
  expect(sent('appearance')).toMatchObject([{ appearance: { attributes: expect.arrayContaining([['dir', 'rtl']]) } }]);
});
