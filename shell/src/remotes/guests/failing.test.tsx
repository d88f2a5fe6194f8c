/** Guests that fail in every way, and the version that patients get instead. */
import { act, render, screen } from '@testing-library/react';
import type { SurveyAnswer, SurveyContext } from 'shared-ui/contract';
import { openPage, patient, updateSlice } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { RemoteSurvey } from '../../surveys/slot/RemoteSurvey.tsx';
import { loadFirst } from '../loading/loader.ts';
import { registryOfPage } from '../registry.ts';
import { replaceRemotes } from '../remote-cache.ts';
import { publishRemote } from '../testing/registry.ts';
import { GuestForm } from './guest-form.ts';
import type { FromFrame, ToFrame } from './protocol.ts';

jest.mock('./frozen-pages.ts', () => ({ trackGuest: () => () => undefined }));
jest.mock('../loading/loader.ts', () => ({
  candidates: () => ['2.0.0', '1.0.0'],
  failureFrom: async (error: unknown) => error,
  loadFirst: jest.fn(),
}));

/** How the frame of the current test answers what the page sends. */
let answer: (message: ToFrame) => FromFrame | undefined;
const port = {
  onmessage: (_event: { data: string }) => {},
  addEventListener: () => undefined,
  close: () => undefined,
  postMessage(message: ToFrame) {
    const answered = answer(message);
    if (answered) port.onmessage({ data: JSON.stringify(answered) });
  },
};
jest.mock('./element.ts', () => ({
  moveFrame: () => false,
  openFrame(place: HTMLElement) {
    const frame = place.appendChild(document.createElement('iframe'));
    return { frame, port: Promise.resolve(port) };
  },
}));

let kept: { responses: SurveyAnswer[] } | undefined;
jest.mock('../../surveys/load.ts', () => ({
  loadDelivery: async () => ({
    startDelivery: () => undefined,
    unsentRead: async () => undefined,
    draftOf: async () => undefined,
    sentAbout: async () => undefined,
    sendSurvey: async () => ({ status: 'delivered', receiptId: 'r' }),
    keepDraft: async (_user: string, _about: string, draft: typeof kept) => {
      kept = draft;
    },
  }),
}));

const setup = {
  page: '',
  container: 'c',
  expose: '',
  entry: ['/e.js', new ArrayBuffer(0)],
  shell: [],
  optionalCode: [],
};
const guest = {
  mount(place: HTMLElement, context: SurveyContext) {
    const form = new GuestForm({ remote: 'surveys@2.0.0', ready: undefined, setup: setup as never }, place, context);
    return { unmount: () => form.end(), whenShown: (listener: (isShown: boolean) => void) => form.whenShown(listener) };
  },
};
/** Contexts of the previous version, which works. */
const healthy: SurveyContext[] = [];
const previous = {
  mount(place: HTMLElement, context: SurveyContext) {
    healthy.push(context);
    place.innerHTML = '<label>Comments <textarea></textarea></label>';
    return { unmount: () => place.replaceChildren() };
  },
};

const TYPED = [{ question: 'comments', answer: 'Kind people' }];
const shown: FromFrame = { kind: 'drawn', height: 600, isShown: true };
const empty: FromFrame = { kind: 'drawn', height: 16, isShown: false };
const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

async function open(): Promise<void> {
  render(<RemoteSurvey survey="admission" about="event" onDone={() => undefined} />);
  await pass(0);
}

/** Types into the guest's form, which has the focus. */
async function type(): Promise<void> {
  const frame = document.querySelector('iframe');
  frame?.focus();
  expect(frame).toHaveFocus();
  await act(async () => port.onmessage({ data: JSON.stringify({ kind: 'draft', answers: TYPED }) }));
}

beforeEach(() => {
  jest.useFakeTimers();
  openPage();
  updateSlice('session', { status: 'full', me: patient });
  publishRemote('surveys');
  replaceRemotes(['surveys'], registryOfPage());
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  healthy.length = 0;
  jest.mocked(loadFirst).mockReset();
});

const load = (...modules: object[]) => {
  for (const module of modules) {
    const loaded = { remote: 'surveys@2.0.0', version: '2.0.0', locales: [], module };
    jest.mocked(loadFirst).mockResolvedValueOnce(loaded as never);
  }
};

afterEach(() => jest.useRealTimers());

test.each<[string, typeof answer, number]>([
  ['throws', ({ kind }) => (kind === 'start' ? { kind: 'fail', code: 'RENDER_FAILED', message: 'no' } : undefined), 0],
  ['loops, or needs ten seconds to run its 30 MB', () => undefined, 10],
  ['draws nothing', ({ kind }) => (kind === 'ping' ? empty : undefined), 10],
])('a guest that %s gives way to the version before, after a waiting state', async (_what, answers, seconds) => {
  answer = answers;
  load(guest, previous);
  await open();
  if (seconds > 0) {
    await pass(seconds - 0.1);
    expect(screen.getByRole('status')).toHaveTextContent('The navigator is working');
    expect(healthy).toEqual([]);
    await pass(0.1);
  }
  expect(screen.getByLabelText('Comments')).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent(/^There was a problem with this form, so we opened it again\.$/);
});

test('a guest that shrinks to nothing gives way with what was typed and the focus, and says so', async () => {
  let now = shown;
  answer = ({ kind }) => (kind === 'start' || kind === 'ping' ? now : undefined);
  load(guest, previous);
  await open();
  expect(screen.queryByRole('status')).toBeNull();
  await type();
  now = empty;
  await pass(2);
  await pass(1);
  expect(screen.getByRole('status')).toHaveTextContent('The navigator is working');
  await pass(9);
  expect(healthy).toMatchObject([{ draft: TYPED }]);
  expect(kept).toMatchObject({ responses: TYPED });
  expect(screen.getByLabelText('Comments').closest('[tabindex]')).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent(/Please check your answers before you send them\.$/);
  jest.useRealTimers();
  expect(await axeViolations()).toEqual([]);
});

test('answers that a guest has sent are not asked for again when it fails afterwards', async () => {
  answer = ({ kind }) => (kind === 'start' ? shown : undefined);
  load(guest, previous);
  await open();
  await act(async () => port.onmessage({ data: JSON.stringify({ kind: 'submit', id: 1, answers: TYPED }) }));
  await pass(10);
  expect(screen.getByText('Thank you for your feedback!')).toBeVisible();
  expect(healthy).toEqual([]);
});

test('without a version that works, patients get a message, and the form again when they try', async () => {
  answer = () => undefined;
  load(guest);
  jest.mocked(loadFirst).mockRejectedValueOnce(new Error('no version is left'));
  await open();
  await pass(10);
  expect(screen.getByRole('alert')).toHaveTextContent('This survey can’t be shown just now');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
