import { act, screen, waitFor, within } from '@testing-library/react';
import type { DayPlan, DeskDayPlans } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { countEffort, fakeApi } from 'shared-ui/testing';
import { deskPatient, template } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const PLANS = 'v1/desk/patients/lea/plans';
const plans: DeskDayPlans = {
  today: '2026-11-25',
  plans: [],
  questions: [],
  suggested: { steps: [{ text: 'MRI, Imaging', at: '15:00' }], people: [{ text: 'Dr. Roy, Surgeon' }] },
};
const stored = (fields: Partial<DayPlan> = {}): DayPlan => ({
  date: '2026-11-25',
  goal: 'Rest',
  steps: [],
  people: [],
  updatedAt: '2026-11-25T12:00:00.000Z',
  writtenBy: null,
  readBack: null,
  ...fields,
});
const form = async () => {
  const section = within(await screen.findByRole('region', { name: 'Plan of the day' }));
  await section.findByLabelText(/What matters most/);
  return section;
};

test('DayPlanSection starts with what the record knows, takes a template, and says whose plan is saved', async () => {
  const walk = template({
    id: 'w',
    kind: 'plan',
    title: { en: 'Walk', fr: 'Marcher' },
    text: { en: '9:00 Walk', fr: '' },
  });
  const calls = fakeApi({
    [PATIENT]: deskPatient({ language: 'en' }),
    [`GET ${PLANS}`]: plans,
    'GET v1/desk/templates': { templates: [walk], mayEdit: false },
    [`PUT ${PLANS}/2026-11-26`]: stored({ date: '2026-11-26' }),
  });
  const user = await openPatient();
  const section = await form();
  expect(section.getByLabelText(/Tests and treatments/)).toHaveValue('15:00 MRI, Imaging');
  expect(section.getByLabelText(/Who comes/)).toHaveValue('Dr. Roy, Surgeon');
  await user.selectOptions(await section.findByLabelText('Template'), 'w');
  await user.click(section.getByRole('button', { name: 'Insert' }));
  await user.selectOptions(section.getByLabelText('Day'), 'Tomorrow');
  await user.click(section.getByRole('button', { name: 'Save the plan' }));
  expect(await screen.findByText(/^The plan for Léa Côté, room 412.* is saved$/)).toBeVisible();
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
    goal: 'Walk',
    steps: [
      { at: '09:00', text: 'Walk' },
      { at: '15:00', text: 'MRI, Imaging' },
    ],
    people: [{ text: 'Dr. Roy, Surgeon' }],
    homeExpected: null,
    templates: ['w'],
    basedOn: null,
  });
  await user.selectOptions(section.getByLabelText('Day'), 'Today');
  expect(section.getByLabelText(/What matters most/)).toHaveValue('');
});

test('DayPlanSection shows how the patient says the plan, and refuses a day of going home before it', async () => {
  const plan = stored({ readBack: { text: 'I rest today', at: '2026-11-25T13:00:00.000Z' } });
  const calls = fakeApi({ [PATIENT]: deskPatient(), [`GET ${PLANS}`]: { ...plans, plans: [plan] } });
  const user = await openPatient();
  const section = await form();
  expect(section.getByText('I rest today')).toBeVisible();
  await user.type(section.getByLabelText(/Day of going home/), '2026-11-24');
  const reads = () => calls.filter(({ route }) => route === `GET ${PLANS}`).length;
  const before = reads();
  await act(async () => publish('change@1', { kind: 'plan.updated', id: '2026-11-25' }));
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  expect(section.getByLabelText(/Day of going home/)).toHaveValue('2026-11-24');
  await user.click(section.getByRole('button', { name: 'Save the plan' }));
  expect(await section.findAllByText('Going home can’t be before the day of the plan')).not.toHaveLength(0);
  expect(calls.filter(({ route }) => route.startsWith('PUT'))).toEqual([]);
});

test('a plan of the day with a template and own words takes less than a minute (keystroke-level model)', async () => {
  const walk = template({
    id: 'w',
    kind: 'plan',
    title: { en: 'Walk in the hallway', fr: 'Marcher dans le corridor' },
    text: { en: '9:00 Walk with a nurse\n14:00 Walk again', fr: '' },
  });
  const calls = fakeApi({
    [PATIENT]: deskPatient({ language: 'en' }),
    [`GET ${PLANS}`]: plans,
    'GET v1/desk/templates': { templates: [walk], mayEdit: false },
    [`PUT ${PLANS}/2026-11-25`]: {},
  });
  const user = await openPatient();
  const section = await form();
  await section.findByLabelText('Template');
  const stop = countEffort('Set the plan of the day, on the patient’s page');
  await user.selectOptions(section.getByLabelText('Template'), 'w');
  await user.click(section.getByRole('button', { name: 'Insert' }));
  await user.type(section.getByLabelText(/Who comes/), '\n10:00 Physiotherapist');
  await user.type(section.getByLabelText(/What would change/), 'Fever or more pain');
  await user.type(section.getByLabelText(/Day of going home/), '2026-11-27');
  await user.click(section.getByRole('button', { name: 'Save the plan' }));
  await screen.findByText(/^The plan for Léa Côté/);
  const { taps, seconds } = stop();
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toMatchObject({
    goal: 'Walk in the hallway',
    people: [{ text: 'Dr. Roy, Surgeon' }, { at: '10:00', text: 'Physiotherapist' }],
    wouldChange: 'Fever or more pain',
    homeExpected: '2026-11-27',
  });
  expect(taps).toBe(7);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('DayPlanSection asks before text for one day replaces the plan of another, and shows that plan', async () => {
  const tomorrow = stored({ date: '2026-11-26', goal: 'Walk', steps: [{ text: 'X-ray', at: '09:00' }] });
  const calls = fakeApi({
    [PATIENT]: deskPatient({ language: 'en' }),
    [`GET ${PLANS}`]: { ...plans, plans: [tomorrow, stored()] },
    [`PUT ${PLANS}/2026-11-26`]: tomorrow,
  });
  const user = await openPatient();
  const section = await form();
  const day = section.getByLabelText('Day');
  const goal = section.getByLabelText(/What matters most/);
  // Looking at another day takes nothing along.
  await user.selectOptions(day, 'Tomorrow');
  await user.selectOptions(day, 'Today');
  expect(goal).toHaveValue('Rest');
  await user.type(goal, ' and eat');
  await user.selectOptions(day, 'Tomorrow');
  expect(goal).toHaveValue('Rest and eat');
  expect(section.getByRole('status')).toHaveTextContent(/another plan for this day.*Walk.*09:00 X-ray/);
  await user.click(section.getByRole('button', { name: 'Save the plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace this plan?' }));
  expect(dialog.getByText('Walk')).toBeVisible();
  expect(calls.filter(({ route }) => route.startsWith('PUT'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  expect(await screen.findByText(/is saved$/)).toBeVisible();
  const put = calls.find(({ route }) => route.startsWith('PUT'));
  expect(put?.body).toMatchObject({ goal: 'Rest and eat', basedOn: tomorrow.updatedAt });
});

test('DayPlanSection keeps what is typed when another nurse has saved first, and takes the stored plan on request', async () => {
  const theirs = stored({ goal: 'Walk', updatedAt: '2026-11-25T14:00:00.000Z' });
  let list = [stored()];
  const calls = fakeApi({
    [PATIENT]: deskPatient({ language: 'en' }),
    [`GET ${PLANS}`]: () => ({ ...plans, plans: list }),
    [`PUT ${PLANS}/2026-11-25`]: () => ({
      status: 409,
      body: { error: { code: 'PLAN_CHANGED', message: 'There is another plan.' } },
    }),
  });
  const user = await openPatient();
  const section = await form();
  const goal = section.getByLabelText(/What matters most/);
  await user.type(goal, ' and eat');
  list = [theirs];
  await user.click(section.getByRole('button', { name: 'Save the plan' }));
  expect(await section.findByText('Walk')).toBeVisible();
  expect(section.getByRole('alert')).toHaveTextContent('There is another plan.');
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toMatchObject({ basedOn: stored().updatedAt });
  expect(goal).toHaveValue('Rest and eat');
  await user.click(section.getByRole('button', { name: 'Use this plan and drop my text' }));
  expect(goal).toHaveValue('Walk');
  expect(section.queryByRole('alert')).toBeNull();
  // What nobody types into follows.
  list = [stored({ goal: 'Sleep', updatedAt: '2026-11-25T15:00:00.000Z' })];
  await act(async () => publish('change@1', { kind: 'plan.updated', id: '2026-11-25' }));
  await waitFor(() => expect(goal).toHaveValue('Sleep'));
});
