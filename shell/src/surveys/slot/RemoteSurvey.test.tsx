import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeSettings, runtimeConfig } from 'shared-ui';
import type { SurveyContext, SurveyReceipt } from 'shared-ui/contract';
import { changeLanguage } from 'shared-ui/languages';
import { openPage, patient, setRuntimeConfig, store } from 'shared-ui/testing';
import type { Draft, SentSurvey } from '../outbox/index.ts';
import { READ_TIMEOUT_MS, RemoteSurvey } from './RemoteSurvey.tsx';

/** Contexts of the mounted forms, in order. */
const mounted: SurveyContext[] = [];

/** Languages that the remote declares. */
let locales: readonly string[] = ['en', 'fr'];

/** Calls the listeners of a form in a frame; undefined for a form that is visible immediately. */
let arrival: EventTarget | undefined;

const remote = {
  contract: 'survey@1',
  surveys: ['admission'],
  mount(container: HTMLElement, context: SurveyContext) {
    mounted.push(context);
    container.textContent = `Form in ${context.locale}`;
    const whenShown = (listener: (isShown: boolean) => void) => {
      listener(false);
      arrival?.addEventListener('there', () => listener(true));
      arrival?.addEventListener('gone', () => listener(false));
    };
    return { unmount: () => container.replaceChildren(), ...(arrival && { whenShown }) };
  },
};

jest.mock('../../remotes/Remote.tsx', () => ({
  Remote: ({ children }: { children(loaded: object): unknown }) => children({ module: remote, locales }),
}));

const keepDraft = jest.fn(async () => undefined);
const forgetDraft = jest.fn(async () => undefined);
const sendSurvey = jest.fn(async (_: { replaces?: string }): Promise<SurveyReceipt> => {
  return { status: 'delivered', receiptId: 'r' };
});
/** What the phone has stored; `storage` is pending while the browser does not answer. */
const found: { sent?: SentSurvey; draft?: Draft; storage?: Promise<undefined> } = {};

jest.mock('../load.ts', () => ({
  loadDelivery: async () => ({
    startDelivery: () => undefined,
    unsentRead: () => found.storage ?? Promise.resolve(),
    draftOf: async () => found.draft,
    sentAbout: async () => found.sent,
    forgetDraft,
    keepDraft,
    sendSurvey,
  }),
}));

const TYPED = [{ question: 'triageComments', answer: 'Kind people' }];

function show(): void {
  mounted.length = 0;
  sendSurvey.mockClear();
  openPage();
  store.setState(({ session }) => ({ session: { ...session, status: 'full', me: patient } }));
  changeSettings({ locale: 'en', theme: 'LIGHT' });
  render(<RemoteSurvey survey="admission" about="event" onDone={() => undefined} />);
}

async function open(): Promise<void> {
  show();
  await screen.findByText('Form in en-CA');
}

const last = () => mounted.at(-1);
const submit = () => act(async () => void (await last()?.submit(TYPED)));

test('RemoteSurvey keeps the draft and its key when the language or theme changes', async () => {
  await open();
  await act(async () => last()?.keepDraft(TYPED));
  await act(async () => changeSettings({ locale: 'fr' }));
  expect(screen.getByText('Form in fr-CA')).toBeInTheDocument();
  expect(last()?.draft).toEqual(TYPED);
  await act(async () => changeSettings({ theme: 'DARK' }));
  expect(last()).toMatchObject({ theme: 'DARK', draft: TYPED });
  await act(async () => last()?.keepDraft(TYPED));
  const keys = keepDraft.mock.calls.map((call: unknown[]) => (call[2] as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
});

test('RemoteSurvey sends the form as a new survey, and shows that it was sent when the language changes afterwards', async () => {
  await open();
  await submit();
  expect(sendSurvey.mock.lastCall?.[0].replaces).toBeUndefined();
  expect(screen.getByText('Form in en-CA')).toBeInTheDocument();
  await act(async () => changeSettings({ locale: 'fr' }));
  expect(screen.getByText('Merci pour vos commentaires!')).toBeVisible();
  expect(screen.queryByText(/^Form in/)).toBeNull();
  expect(mounted).toHaveLength(1);
});

test.each([
  [['en', 'fr', 'es'], 'es', 'es', 'ltr'],
  [['en', 'fr', 'ar'], 'ar', 'ar', 'rtl'],
  [['en', 'fr'], 'ar', 'en-CA', 'ltr'],
] as const)(
  'a form that declares %j gets for %s the locale %s and runs %s',
  async (declared, language, tag, direction) => {
    locales = declared;
    await open();
    setRuntimeConfig({ ...runtimeConfig(), languages: ['en', language] });
    await act(() => changeLanguage(language));
    const form = await screen.findByText(`Form in ${tag}`);
    expect([form.lang, form.dir, last()?.direction]).toEqual([tag, direction, direction]);
  },
);

test('RemoteSurvey tells the form whether it is a demo', async () => {
  await open();
  expect(last()?.isDemo).toBe(true);
  setRuntimeConfig({ ...runtimeConfig(), demo: false });
  await act(async () => changeSettings({ theme: 'DARK' }));
  expect(last()?.isDemo).toBe(false);
});

describe('feedback that was sent', () => {
  const SENT: SentSurvey = {
    receiptId: 'first',
    sentAt: '2026-11-20T15:05:00.000Z',
    responses: [
      { question: 'triageOption', answer: 4 },
      { question: 'triageComments', answer: 'Kind people' },
      { question: 'covidComments', answer: '' },
      { question: 'Parking', answer: 'Far away' },
    ],
  };
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change my answers' }));
    await screen.findByText('Form in en-CA');
  };

  afterEach(() => {
    delete found.sent;
    delete found.draft;
  });

  test('sent feedback is shown with its time and without a form', async () => {
    found.sent = SENT;
    show();
    expect(await screen.findByText('You have sent your feedback')).toBeVisible();
    expect(screen.getByText(/^It was sent on Nov 20, 2026 at /)).toBeVisible();
    const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
    expect(texts('term')).toEqual(['How satisfied were you with triage?', 'Anything to add about triage?', 'Parking']);
    expect(texts('definition')).toEqual(['Satisfied', 'Kind people', 'Far away']);
    expect(mounted).toHaveLength(0);
  });

  test('is edited with the earlier answers and sent as a correction each time', async () => {
    found.sent = SENT;
    show();
    await edit();
    // At once, or the form would move down later.
    expect(screen.getByText('You are changing your feedback')).toBeVisible();
    expect(last()?.draft).toEqual(SENT.responses);
    await submit();
    expect(sendSurvey.mock.lastCall?.[0]).toMatchObject({ about: 'event', responses: TYPED, replaces: 'first' });
    expect(screen.queryByText('You are changing your feedback')).toBeNull();
    await submit();
    expect(sendSurvey.mock.lastCall?.[0]).toMatchObject({ replaces: 'r' });
  });

  test('from another phone is edited in an empty form and sent as a correction', async () => {
    found.sent = { receiptId: 'first', sentAt: SENT.sentAt };
    show();
    expect(await screen.findByText(/^Your answers aren’t stored here/)).toBeVisible();
    await edit();
    expect(last()).not.toHaveProperty('draft');
    await submit();
    expect(sendSurvey.mock.lastCall?.[0]).toMatchObject({ replaces: 'first' });
  });

  test('reopens a partial correction and can keep the sent answers instead', async () => {
    found.sent = SENT;
    found.draft = { key: 'key', responses: TYPED, replaces: 'first' };
    show();
    await screen.findByText('Form in en-CA');
    expect(last()?.draft).toEqual(TYPED);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my answers' }));
    expect(await screen.findByText('You have sent your feedback')).toBeVisible();
    await waitFor(() => expect(forgetDraft).toHaveBeenCalledWith(patient.id, 'event'));
    await edit();
    expect(last()?.draft).toEqual(SENT.responses);
  });
});

test('RemoteSurvey shows a placeholder until the form is visible, and again while it is not', async () => {
  arrival = new EventTarget();
  const change = (to: string) => act(async () => void arrival?.dispatchEvent(new Event(to)));
  await open();
  expect(await screen.findByRole('status')).toHaveTextContent('The navigator is working');
  await change('there');
  expect(screen.queryByRole('status')).toBeNull();
  await change('gone');
  expect(await screen.findByRole('status')).toHaveTextContent('The navigator is working');
  arrival = undefined;
});

test('a phone whose storage does not answer gets a placeholder, then a new form, until it is known what was sent', async () => {
  jest.useFakeTimers();
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const storage = new EventTarget();
  found.storage = new Promise((resolve) => storage.addEventListener('answer', () => resolve(undefined)));
  found.sent = { receiptId: 'first', sentAt: '2026-11-20T15:05:00.000Z' };
  show();
  await pass(READ_TIMEOUT_MS - 1);
  expect(screen.getByRole('status')).toHaveTextContent('The navigator is working');
  expect(mounted).toHaveLength(0);
  await pass(1);
  expect(screen.getByText('Form in en-CA')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
  storage.dispatchEvent(new Event('answer'));
  await pass(0);
  expect(screen.getByText('You have sent your feedback')).toBeVisible();
  expect(screen.queryByText(/^Form in/)).toBeNull();
  jest.useRealTimers();
});
