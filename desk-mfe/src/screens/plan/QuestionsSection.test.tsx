import { act, screen, within } from '@testing-library/react';
import type { RoundsQuestion } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { cut, fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const PLANS = 'GET v1/desk/patients/lea/plans';
const TICK = 'PUT v1/desk/patients/lea/rounds-questions/q/answered';
const question: RoundsQuestion = {
  id: 'q',
  text: 'When can I shower?',
  about: { type: 'result', id: 'blood', title: 'Blood test' },
  who: 'Zoë Côté',
  isYours: false,
  createdAt: '2026-11-25T10:00:00.000Z',
  answeredAt: null,
};
const section = async () => within(await screen.findByRole('region', { name: 'Questions for the next visit' }));

test('QuestionsSection shows open questions with who asks and what about, and ticks one off and back', async () => {
  let answeredAt: string | null = null;
  const calls = fakeApi({
    [PATIENT]: deskPatient(),
    [PLANS]: () => ({
      today: '2026-11-25',
      plans: [],
      questions: [{ ...question, answeredAt }],
      suggested: { steps: [], people: [] },
    }),
    [TICK]: ({ isAnswered }: { isAnswered: boolean }) => {
      answeredAt = isAnswered ? '2026-11-25T12:00:00.000Z' : null;
      return undefined;
    },
  });
  const user = await openPatient();
  const shown = await section();
  expect(shown.getByText('When can I shower?', { selector: 'p' })).toBeVisible();
  expect(shown.getByText('About: Blood test')).toBeVisible();
  expect(shown.getByText(/^Zoë Côté, /)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.click(shown.getByRole('button', { name: /^Answered/ }));
  expect(await shown.findByRole('heading', { name: 'Answered' })).toBeVisible();
  expect(shown.getByText('No open questions')).toBeVisible();
  expect(screen.getByText('The question is ticked off')).toBeVisible();
  await user.click(shown.getByRole('button', { name: /^Not answered yet/ }));
  expect(await shown.findByRole('button', { name: /^Answered/ })).toBeVisible();
  expect(calls.filter(({ route }) => route === TICK).map(({ body }) => body)).toEqual([
    { isAnswered: true },
    { isAnswered: false },
  ]);
});

test('QuestionsSection follows the patient’s list, and says what could not be ticked off', async () => {
  let questions: RoundsQuestion[] = [];
  fakeApi({
    [PATIENT]: deskPatient(),
    [PLANS]: () => ({ today: '2026-11-25', plans: [], questions, suggested: { steps: [], people: [] } }),
    [TICK]: cut,
  });
  const user = await openPatient();
  const shown = await section();
  expect(shown.getByText('No open questions')).toBeVisible();
  questions = [question];
  await act(async () => publish('change@1', { kind: 'question.updated', id: 'q' }));
  await user.click(await shown.findByRole('button', { name: /^Answered/ }));
  expect(await shown.findByRole('alert')).toBeVisible();
  expect(shown.getByText('When can I shower?', { selector: 'p' })).toBeVisible();
});
