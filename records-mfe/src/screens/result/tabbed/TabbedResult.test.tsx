import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Result } from 'mock-api/contract';
import { fakeApi, openPage } from 'shared-ui/testing';
import { blood, ecg } from '../../../testing/records.ts';
import { RESULT_TYPE } from '../parts.tsx';
import { ResultContent } from '../ResultScreen.tsx';
import TabbedResult from './TabbedResult.tsx';

const QUESTIONS = 'v1/results/brain/questions';
const brain: Result = {
  ...ecg,
  id: 'brain',
  type: RESULT_TYPE.BRAIN,
  name: 'Brain scan',
  content: 'Nothing was found.',
  questions: ['May I drive?', 'May I work?', 'May I run?'],
};
const READY = { state: 'ready', paragraphs: ['Your scan looks normal.'], terms: [{ term: 'CT', meaning: 'X-rays.' }] };

const openQuestions = () => render(<TabbedResult result={brain} tab="questions" />);
const share = (value: unknown) => Object.defineProperty(navigator, 'share', { value, configurable: true });

beforeEach(openPage);
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'share');
});

const report = { id: 'report', title: 'Report', alt: '', url: '', type: 'application/pdf', width: null, height: null };
const openTab = () => screen.getByRole('tab', { selected: true }).textContent;

test('TabbedResult opens on the plain words, the second of three tabs', async () => {
  fakeApi({ 'GET v1/results/new/insights': READY });
  render(<TabbedResult result={{ ...brain, id: 'new', media: [report] }} />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['PDF File', 'Insights', 'Questions']);
  expect(openTab()).toBe('Insights');
  expect(await screen.findByText('Your scan looks normal.')).toBeVisible();
});

test('TabbedResult opens the tab that was opened last for this result, unless the address names one', async () => {
  fakeApi({ 'GET v1/results/again/questions': { ticked: [] }, 'GET v1/results/other/insights': READY });
  const again = { ...brain, id: 'again' };
  const first = render(<TabbedResult result={again} />);
  await userEvent.click(screen.getByRole('tab', { name: 'Questions' }));
  first.rerender(<TabbedResult result={{ ...brain, id: 'other' }} />);
  expect(openTab()).toBe('Insights');
  first.unmount();
  const second = render(<TabbedResult result={again} />);
  expect(openTab()).toBe('Questions');
  second.unmount();
  const third = render(<TabbedResult result={again} tab="insights" />);
  expect(openTab()).toBe('Insights');
  third.unmount();
  render(<TabbedResult result={again} tab="nothing" />);
  expect(openTab()).toBe('Questions');
  expect(await screen.findByRole('tabpanel')).toBeVisible();
});

test.each([
  ['PDF File', [report], ['What this means', 'Value by value'], 'Open: Report'],
  ['Report', [], ['What this means', 'Value by value'], null],
])('a report of the hospital opens on %s, with all that came', async (label, media, headings, file) => {
  const result = { ...blood, id: label, media, questions: ['Why?'] };
  const { unmount } = render(<ResultContent result={result} tab={undefined} />);
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual([label, 'Insights', 'Questions']);
  expect(openTab()).toBe(label);
  // Once the glossary has come.
  await screen.findAllByRole('button', { expanded: false });
  for (const name of headings) expect(screen.getByRole('heading', { name })).toBeVisible();
  if (file) expect(await screen.findByRole('button', { name: file })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Insights' }));
  const insights = within(await screen.findByRole('tabpanel', { name: 'Insights' }));
  expect(insights.getByText('1 of 2 values is in the normal range.')).toBeVisible();
  unmount();
});

test('a report whose only content is a file opens it', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  fakeApi({ 'GET letter': () => new Response('All well.', { headers: { 'content-type': 'text/plain' } }) });
  const media = [{ ...report, url: 'letter', type: 'text/plain' }];
  const only = { ...ecg, id: 'only', conclusion: null, observations: [], media, questions: ['Why?'] };
  render(<ResultContent result={only} tab={undefined} />);
  expect(await screen.findByText('All well.')).toBeVisible();
  expect(openTab()).toBe('Report');
});

test('InsightsView shows the waiting screen until the server reports that insights are ready', async () => {
  jest.useFakeTimers();
  const answers: unknown[] = [{ status: 202, body: { state: 'preparing', retryAfter: 3 } }, READY];
  const ask = jest.fn(() => answers.shift());
  fakeApi({ 'GET v1/results/brain/insights': ask });
  render(<TabbedResult result={brain} tab="insights" />);
  expect(screen.getByRole('status')).toHaveTextContent('The navigator is working on your report');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  await act(() => jest.advanceTimersByTimeAsync(2_900));
  expect(ask).toHaveBeenCalledTimes(1);
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(await screen.findByText('Your scan looks normal.')).toBeVisible();
  expect(screen.getByText('X-rays.')).toBeVisible();
});

test('InsightsView offers a retry when the request fails', async () => {
  fakeApi({});
  render(<TabbedResult result={brain} tab="insights" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your insights can’t be shown just now');
  fakeApi({ 'GET v1/results/brain/insights': READY });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your scan looks normal.')).toBeVisible();
});

test('ticked questions are saved, restored and shared', async () => {
  const handed: unknown[] = [];
  share(async (data: unknown) => handed.push(data));
  const calls = fakeApi({ [`GET ${QUESTIONS}`]: { ticked: [2] }, [`POST ${QUESTIONS}`]: { ticked: [] } });
  openQuestions();
  expect(await screen.findByRole('checkbox', { name: 'May I run?' })).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: 'May I drive?' }));
  const saved = calls.filter(({ route }) => route.startsWith('POST'));
  expect(saved).toEqual([{ route: `POST ${QUESTIONS}`, body: { ticked: [0, 2] } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Share 2 questions' }));
  const title = 'Questions for my doctor: Brain scan';
  expect(handed).toEqual([{ title, text: `${title}\n• May I drive?\n• May I run?` }]);
});

test('QuestionsView ignores a closed share sheet; without one it copies, or else offers an email', async () => {
  share(async () => {
    throw new DOMException('closed', 'AbortError');
  });
  fakeApi({ [`GET ${QUESTIONS}`]: { ticked: [] } });
  openQuestions();
  const button = await screen.findByRole('button', { name: 'Share all questions' });
  // Sets up the clipboard.
  const user = userEvent.setup();
  const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await user.click(button);
  expect(screen.queryByText(/Copied/)).not.toBeInTheDocument();
  expect(copy).not.toHaveBeenCalled();
  share(undefined);
  await user.click(button);
  expect(await screen.findByText(/Copied/)).toBeVisible();
  copy.mockRejectedValue(new Error('forbidden'));
  await user.click(button);
  const mail = await screen.findByRole('link', { name: 'Write an email' });
  expect(decodeURIComponent(mail.getAttribute('href') ?? '')).toContain('• May I work?');
});

test('QuestionsView reverts a tick that can’t be saved and never overwrites unknown ticks', async () => {
  fakeApi({});
  openQuestions();
  const note = await screen.findByRole('alert');
  expect(note).toHaveTextContent('What you have ticked can’t be shown just now.');
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByText('May I work?')).toBeVisible();
  fakeApi({ [`GET ${QUESTIONS}`]: { ticked: [1] } });
  await userEvent.click(within(note).getByRole('button', { name: 'Try again' }));
  const drive = await screen.findByRole('checkbox', { name: 'May I drive?' });
  await userEvent.click(drive);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your tick could not be saved just now.');
  expect(drive).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'May I work?' })).toBeChecked();
});
