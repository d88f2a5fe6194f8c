import { act, screen, waitFor, within } from '@testing-library/react';
import type { DayPlans } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const LIST = 'GET v1/profiles/1/plans';
const SAY = 'POST v1/profiles/1/plans/2026-11-25/read-back';
const MRI = '3:00\u00a0p.m.: MRI';

const plan: DayPlans['plans'][number] = {
  date: '2026-11-25',
  goal: 'Walk to the window',
  steps: [{ text: 'MRI', at: '15:00' }, { text: 'Rest' }],
  people: [{ text: 'Dr. Roy', at: '10:00' }],
  wouldChange: 'A fever',
  homeExpected: '2026-11-28',
  updatedAt: '2026-11-25T12:00:00.000Z',
  writtenBy: 'Kim Nguyen',
  readBack: null,
};
const yesterday = { ...plan, date: '2026-11-24', goal: 'Rest after the operation' };
const open = (plans: DayPlans['plans']) => {
  const shown = { plans };
  const calls = fakeApi({
    ...timeline([], [], [jordan]),
    [LIST]: () => ({ today: '2026-11-25', plans: shown.plans, questions: [] }),
    [SAY]: () => {
      shown.plans = [{ ...plan, readBack: { text: `${MRI}\nThen rest`, at: '2026-11-25T13:00:00.000Z' } }];
      return {};
    },
  });
  return { calls, opened: openRoutes(feature.routes, '/profile/1/plan') };
};

beforeEach(() => {
  openPage();
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T15:00:00.000Z'));
});

test('PlanScreen shows the plan of today in the order of the day, and those of earlier days below', async () => {
  const { opened } = open([plan, yesterday]);
  await opened;
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  expect(today.getByText('Walk to the window')).toBeVisible();
  expect(today.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    MRI,
    'Rest',
    '10:00\u00a0a.m.: Dr. Roy',
  ]);
  expect(today.getByText(/^Expected on Nov.* 28, 2026$/)).toBeVisible();
  expect(today.getByText(/^Kim Nguyen wrote it/)).toBeVisible();
  expect(screen.getByText('Rest after the operation')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('PlanScreen marks what staff wrote themselves with its language, and nothing from templates', async () => {
  const [mri, rest] = plan.steps as [(typeof plan.steps)[0], (typeof plan.steps)[0]];
  const { opened } = open([{ ...plan, steps: [{ ...mri, language: 'fr' }, rest], languages: { wouldChange: 'fr' } }]);
  await opened;
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  const marks = ['Walk to the window', /: MRI$/, 'Rest', 'A fever'].map(
    (text) => today.getByText(text).closest<HTMLElement>('section [lang]')?.lang,
  );
  expect(marks).toEqual([undefined, 'fr', undefined, 'fr']);
  expect(today.getByText('In the hospital’s words (French)')).toBeVisible();
});

test('PlanScreen sends how the patient says the plan, by own words and by choice, and shows it', async () => {
  const { calls, opened } = open([plan]);
  const user = await opened;
  await user.click(await screen.findByRole('button', { name: MRI }));
  await user.type(screen.getByLabelText(/In your own words/), '\nThen rest');
  await user.click(screen.getByRole('button', { name: 'Send to my care team' }));
  expect(await screen.findByText(/^You said/)).toBeVisible();
  expect(calls.find(({ route }) => route === SAY)?.body).toEqual({ text: `${MRI}\nThen rest` });
  await user.click(screen.getByRole('button', { name: 'Say it again' }));
  await waitFor(() => expect(screen.getByLabelText(/In your own words/)).toHaveValue(''));
});

test('PlanScreen does not call the plan of yesterday that of today, whatever day its copy names', async () => {
  jest.mocked(Date.now).mockReturnValue(Date.parse('2026-11-26T15:00:00.000Z'));
  const { opened } = open([plan]);
  await opened;
  expect(await screen.findByText('No plan yet')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Today' })).not.toBeInTheDocument();
  expect(screen.queryByLabelText(/In your own words/)).not.toBeInTheDocument();
  expect(screen.getByText('Walk to the window')).toBeVisible();
});

test('PlanScreen says that there is no plan yet, and leads to a question', async () => {
  const { opened } = open([yesterday]);
  await opened;
  expect(await screen.findByText('No plan yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask about the plan' })).toHaveAttribute(
    'href',
    '/profile/1/requests/new?kind=question',
  );
});

test('PlanScreen removes the plan at once when the patient stops sharing it', async () => {
  const refused = { status: 404, body: { error: { code: 'NOT_SHARED', message: '' } } };
  let answer: unknown = { today: '2026-11-25', plans: [plan], questions: [] };
  const { permissions } = supporter({ id: 's' });
  fakeApi({ ...timeline([], [], [jordan, { ...maya, permissions }]), 'GET v1/profiles/2/plans': () => answer });
  await openRoutes(feature.routes, '/profile/2/plan');
  expect(await screen.findByText('Walk to the window')).toBeVisible();
  answer = refused;
  await act(async () => publish('change@1', { kind: 'share.updated', id: 's' }));
  expect(await screen.findByText(/Maya/, { selector: 'h2' })).toBeVisible();
  expect(screen.queryByText('Walk to the window')).not.toBeInTheDocument();
});
