import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef } from 'react';
import {
  checkSurvey,
  SURVEY_KINDS,
  type SurveyAnswer,
  type SurveyContext,
  type SurveyReceipt,
} from 'shared-ui/contract';
import { untranslatedWords } from 'shared-ui/testing';
import remote from './survey.tsx';
import { addContainer, contextOf, DELIVERED, mount } from './testing/mount.ts';

afterEach(() => {
  document.body.replaceChildren();
});

test('implements survey@1 for all four surveys', () => {
  expect(checkSurvey(remote).surveys.toSorted()).toEqual(SURVEY_KINDS.toSorted());
});

const LANGUAGES = [
  ['en-CA', 'Send feedback', 'Thank you for your feedback!', 'Done'],
  ['fr-CA', 'Envoyer mes réponses', 'Merci pour vos commentaires!', 'Terminé'],
] as const;
const EVERYWHERE = SURVEY_KINDS.flatMap((survey) => LANGUAGES.map((words) => [survey, ...words] as const));

test.each(EVERYWHERE)('sends %s in %s and finishes', async (survey, locale, send, thanks, finish) => {
  const container = addContainer();
  const submit = jest.fn<Promise<SurveyReceipt>, [SurveyAnswer[]]>(() => Promise.resolve(DELIVERED));
  const done = jest.fn();
  const { unmount } = await mount(container, { survey, locale, submit, done });
  expect(container.querySelector('[lang]')).toHaveAttribute('lang', locale);
  expect(container).toHaveTextContent('Northside General Hospital');
  await userEvent.click(screen.getByRole('button', { name: send }));
  const title = await screen.findByRole('heading', { name: thanks });
  await waitFor(() => expect(title).toHaveFocus());
  const options = submit.mock.calls[0]?.[0].filter(({ answer }) => answer === 5);
  expect(options).toHaveLength(2);
  expect(done).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: finish }));
  expect(done).toHaveBeenCalledTimes(1);
  await act(async () => unmount());
});

test.each([
  ['es', 'es', 'Enviar mi opinión'],
  ['zh-HK', 'zh-Hant', '發送意見'],
  ['tlh-CA', 'en-CA', 'Send feedback'],
])('a form for %s has the language %s', async (locale, lang, send) => {
  const container = addContainer();
  await mount(container, { locale });
  expect(await screen.findByRole('button', { name: send })).toBeVisible();
  expect(container.querySelector('[lang]')).toHaveAttribute('lang', lang);
});

test.each(SURVEY_KINDS)('%s shows no words that no catalogue has', async (survey) => {
  const container = addContainer();
  await mount(container, { survey, locale: 'ar' });
  expect(untranslatedWords(container, [JSON.stringify(contextOf())])).toEqual([]);
});

test('a render error is reported to the host', async () => {
  const container = addContainer();
  const fail = jest.fn();
  const failure = new Error('no name');
  const hospital = {
    toString() {
      throw failure;
    },
  } as unknown as string;
  // Outside act(), which would rethrow the error that the root's handler should receive.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  remote.mount(container, contextOf({ hospital, fail }));
  await waitFor(() => expect(fail.mock.calls).toEqual([[failure]]));
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  expect(container).toHaveTextContent('');
});

test('ThankYou repeats the answers and omits empty comments', async () => {
  const container = addContainer();
  await mount(container, { survey: 'discharge' });
  await userEvent.click(screen.getByRole('radio', { name: '4.5 of 5' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Fair' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send feedback' }));
  await screen.findByRole('heading', { name: 'Thank you for your feedback!' });
  const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(texts('definition')).toEqual(['4.5 of 5', 'Fair', 'Very Confident']);
  expect(texts('term')).toEqual([
    'How was your stay overall?',
    'How was the quality of your care?',
    'How confident do you feel about going home?',
  ]);
});

test.each<[string, SurveyReceipt, boolean]>([
  ['are stored on the phone', { status: 'queued' }, true],
  ['are not, if the phone can store nothing', { status: 'queued', isInMemoryOnly: true }, false],
])('ThankYou says whether queued answers %s', async (_what, receipt, isSafe) => {
  await mount(addContainer(), { submit: () => Promise.resolve(receipt) });
  await userEvent.click(screen.getByRole('button', { name: 'Send feedback' }));
  await screen.findByRole('heading', { name: 'Thank you for your feedback!' });
  expect(screen.queryByText(/safe on this phone/) !== null).toBe(isSafe);
});

test.each<[string, Partial<SurveyContext>, RegExp]>([
  ['en', {}, /^This is a demo: your answers are not kept at the hospital, only on this phone until you sign out\.$/],
  ['fr-CA', {}, /^Ceci est une démo.*pas conservées à l’hôpital, seulement sur ce téléphone jusqu’à/],
  ['en', { isDemo: false }, /^Your answers are not kept at the hospital, only on this phone until you sign out\.$/],
])('says in %s (%j) where answers are kept before and after sending', async (locale, changes, note) => {
  await mount(addContainer(), { survey: 'discharge', locale, ...changes });
  expect(screen.getByText(note)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^(Send feedback|Envoyer mes réponses)$/ }));
  await screen.findByRole('heading', { name: /^(Thank you for|Merci pour)/ });
  expect(screen.getByText(note)).toBeVisible();
});

test('says nothing of it where the hospital keeps the answers', async () => {
  await mount(addContainer(), { survey: 'discharge', answersAreKept: true });
  expect(screen.queryByText(/kept at the hospital/)).toBeNull();
});

test('unmounting restores the container, can be repeated, and ignores a later response of the host', async () => {
  const container = addContainer();
  container.append('before');
  let finish = (_: SurveyReceipt) => {};
  const { unmount } = await mount(container, { submit: () => new Promise((resolve) => (finish = resolve)) });
  const frame = container.querySelector('[lang]');
  await userEvent.click(screen.getByRole('button', { name: 'Send feedback' }));
  await act(async () => unmount());
  expect(container.innerHTML).toBe('before');
  expect(frame?.parentElement).toBeNull();
  await act(async () => unmount());
  await act(async () => finish(DELIVERED));
  expect(container.innerHTML).toBe('before');
});

function ReactHost({ locale }: { locale: string }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const { unmount } = remote.mount(container.current, contextOf({ locale }));
    return unmount;
  }, [locale]);
  return <div ref={container} />;
}

test('a React host can mount, change and unmount it in its own effects', async () => {
  const host = render(<ReactHost locale="en-CA" />);
  expect(await screen.findByRole('button', { name: 'Send feedback' })).toBeInTheDocument();
  host.rerender(<ReactHost locale="fr-CA" />);
  expect(await screen.findByRole('button', { name: 'Envoyer mes réponses' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send feedback' })).toBeNull();
  host.rerender(<p>Elsewhere</p>);
  expect(screen.queryByRole('button')).toBeNull();
  // React warnings about unmounting a root while rendering would fail this test.
  await act(async () => undefined);
});

test('two surveys on one page are independent, each with the direction and theme of its host', async () => {
  const [left, right] = [addContainer(), addContainer()];
  await mount(left, { survey: 'ecg', direction: 'rtl', theme: 'DARK' });
  expect(left.querySelector('[lang]')).toHaveAttribute('dir', 'rtl');
  expect(left.querySelector('[lang]')).toHaveAttribute('data-theme', 'dark');
  const other = await mount(right, { survey: 'ecg' });
  await userEvent.click(within(left).getByRole('radio', { name: 'Very Unclear' }));
  expect(within(right).getByRole('radio', { name: 'Very Clear' })).toBeChecked();
  await act(async () => other.unmount());
  expect(right).toBeEmptyDOMElement();
  expect(within(left).getByRole('radio', { name: 'Very Unclear' })).toBeChecked();
});

test('starts without answers for a host that does not say that it is a demo', async () => {
  const { isDemo: _, ...context } = contextOf({ survey: 'discharge' });
  const submit = jest.fn<Promise<SurveyReceipt>, [SurveyAnswer[]]>(() => Promise.resolve(DELIVERED));
  await act(async () => remote.mount(addContainer(), { ...context, submit }));
  await userEvent.click(screen.getByRole('button', { name: 'Send feedback' }));
  expect(submit.mock.calls).toEqual([[[{ question: 'confidentComments', answer: '' }]]]);
});

test('mount rejects an unknown survey', () => {
  const container = addContainer();
  const context = Object.assign(contextOf(), { survey: 'toString' });
  expect(() => remote.mount(container, context)).toThrow('Unknown survey "toString"');
  expect(container).toBeEmptyDOMElement();
});

test('saves typed answers as a draft and restores them on the next mount', async () => {
  const keepDraft = jest.fn<void, [SurveyAnswer[]]>();
  const first = await mount(addContainer(), { survey: 'ecg', keepDraft });
  expect(keepDraft).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Very Unclear' }));
  await userEvent.type(screen.getByRole('textbox'), 'Too fast');
  await act(async () => first.unmount());
  const draft = keepDraft.mock.lastCall?.[0] ?? [];
  expect(draft).toContainEqual({ question: 'covidComments', answer: 'Too fast' });
  await mount(addContainer(), { survey: 'ecg', draft });
  expect(await screen.findByRole('radio', { name: 'Very Unclear' })).toBeChecked();
  expect(screen.getByRole('textbox')).toHaveValue('Too fast');
});
