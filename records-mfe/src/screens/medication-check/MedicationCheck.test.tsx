import { act, screen, waitFor, within } from '@testing-library/react';
import type { Medications, NewMedicationCheck } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { countEffort, fakeApi, maya, openPage, pretendVisible } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { medication, source } from '../../testing/hospital-record.ts';
import { openScreen, routes, sharedBy } from '../../testing/records.ts';

pretendVisible();
beforeEach(openPage);

const PATH = 'v1/profiles/1/medications';
const NAMES = ['Metformin', 'Water pill'];

/** Returns the API's list of these medications, which may be checked. */
const list = (check: Partial<Medications['check']> = {}, names = NAMES): Medications => {
  const medications = names.map((name) => medication({ id: name, name, times: ['08:00'] }));
  const state = { due: 'admission' as const, list: 'first', medications: names, last: null };
  return { source, medications, check: { ...state, ...check } };
};

/** Returns answers of the API that keep what is sent. */
function api(answer: Medications, reply?: (body: NewMedicationCheck) => unknown) {
  const sent: NewMedicationCheck[] = [];
  const send = (body: NewMedicationCheck) => {
    sent.push(body);
    if (reply) return reply(body);
    const answers = body.answers.map((item) => ({ ...item, isDifferent: item.answer !== 'take' }));
    return { status: 201, body: { ...body, answers, request: null } };
  };
  return { answers: { [`GET ${PATH}`]: answer, [`POST ${PATH}/check`]: send }, sent };
}

const row = async (name: string) => within(await screen.findByRole('radiogroup', { name: new RegExp(`^${name}`) }));
const choose = async (user: { click(element: Element): Promise<void> }, name: string, answer: string) =>
  user.click((await row(name)).getByRole('radio', { name: answer }));
const sendButton = () => screen.getByRole('button', { name: 'Send to the hospital' });

test('the medication check takes one tap for each medication that is taken as on record', async () => {
  const { answers, sent } = api(list());
  const user = await openScreen('medications/check', answers);
  expect(await screen.findByText('This changes no prescription')).toBeVisible();
  expect(screen.getByText(/Don’t stop or change a medication on your own/)).toBeVisible();
  for (const name of NAMES) await choose(user, name, 'I take this');
  expect(screen.getByText('Answered: 2 of 2')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.click(sendButton());
  expect(await screen.findByText('There are no differences.')).toBeVisible();
  expect(sent).toEqual([
    { id: expect.any(String), list: 'first', answers: NAMES.map((id) => ({ id, answer: 'take' })), added: [] },
  ]);
});

test('the medication check asks how, sends why and what is missing, and says who will look', async () => {
  const { answers, sent } = api(list());
  const user = await openScreen('medications/check', answers);
  await choose(user, 'Metformin', 'I take it differently');
  await choose(user, 'Water pill', 'I don’t take this');
  await user.click(screen.getByRole('button', { name: 'Add a medication' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.type(screen.getByLabelText('How much? (if you know)'), '1000 units');
  await user.click(sendButton());
  expect(screen.getByRole('alert')).toHaveTextContent('Some answers are missing.');
  const how = screen.getByLabelText('How do you take it? (Metformin)');
  expect(how).toHaveFocus();
  expect(screen.getByText('Please write the name.')).toBeVisible();
  await user.type(how, 'Half a tablet');
  await user.type(screen.getByLabelText('Why not? (if you like) (Water pill)'), 'Dizzy');
  await user.type(screen.getByLabelText('Name'), 'Vitamin D');
  await user.click(sendButton());
  expect(await screen.findByText(/will look at what differs/)).toBeVisible();
  expect(sent[0]?.answers.map(({ words }) => words)).toEqual(['Half a tablet', 'Dizzy']);
  expect(sent[0]?.added).toEqual([{ name: 'Vitamin D', amount: '1000 units' }]);
});

test('a medication check of eight takes at most 90 seconds (keystroke-level model, with three seconds of reading each)', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `Pill ${index + 1}`);
  const { answers, sent } = api(list({ medications: names }, names));
  const user = await openScreen('medications/check', answers);
  await row('Pill 1');
  const stop = countEffort('Check eight medications, one of them taken differently');
  for (const name of names.slice(1)) await choose(user, name, 'I take this');
  await choose(user, 'Pill 1', 'I take it differently');
  await user.type(screen.getByLabelText('How do you take it? (Pill 1)'), 'Half, at night');
  await user.click(sendButton());
  await screen.findByText('Thank you. The list is checked.');
  const { taps, seconds } = stop();
  expect(sent[0]?.answers).toHaveLength(8);
  expect(taps).toBe(10);
  expect(seconds + 3 * names.length).toBeLessThanOrEqual(90);
});

test('the medication check keeps its answers when it fails and after a new visit, and sends them once', async () => {
  const { answers, sent } = api(list(), () => Promise.reject(new TypeError('Failed to fetch')));
  const user = await openScreen('medications/check', answers);
  const goTo = (path: string) =>
    act(() => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    });
  for (const name of NAMES) await choose(user, name, 'I take this');
  await user.click(sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('What you chose is still here.');
  goTo('/app');
  await waitFor(() => expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument());
  const again = api(list());
  fakeApi({ ...routes([], []), ...again.answers });
  goTo('/profile/1/medications/check');
  expect((await row('Metformin')).getByRole('radio', { name: 'I take this' })).toBeChecked();
  await user.click(sendButton());
  await screen.findByText('Thank you. The list is checked.');
  expect(again.sent[0]?.id).toBe(sent[0]?.id);
});

test('the medication check shows what is new if the list has changed, and keeps the answers', async () => {
  const changed = { code: 'MEDICATIONS_CHANGED', message: 'The list of medications has changed.' };
  const { answers } = api(list(), () => ({ status: 409, body: { error: changed } }));
  const user = await openScreen('medications/check', answers);
  for (const name of NAMES) await choose(user, name, 'I take this');
  const again = api(list({ list: 'second' }, [...NAMES, 'Iron']));
  fakeApi({ ...routes([], []), ...again.answers, [`POST ${PATH}/check`]: answers[`POST ${PATH}/check`] });
  await user.click(sendButton());
  await choose(user, 'Iron', 'I take this');
  expect((await row('Metformin')).getByRole('radio', { name: 'I take this' })).toBeChecked();
  expect(screen.getByRole('alert')).toHaveTextContent(changed.message);
  fakeApi({ ...routes([], []), ...again.answers });
  await user.click(sendButton());
  await screen.findByText('Thank you. The list is checked.');
  expect(again.sent[0]?.list).toBe('second');
});

test('the medication check speaks of the person whom a supporter checks it for', async () => {
  const answer = list();
  await openScreen(
    'medications/check',
    { 'GET v1/profiles': sharedBy({}), 'GET v1/profiles/2/medications': answer },
    2,
  );
  const { firstName } = maya.data;
  expect(await screen.findByRole('heading', { level: 1, name: `Check ${firstName}’s medications` })).toBeVisible();
  expect((await row('Metformin')).getByRole('radio', { name: 'Doesn’t take this' })).toBeVisible();
});

test('the medication check is not offered to a supporter who may not ask the hospital', async () => {
  const { check: _check, ...answer } = list();
  await openScreen('medications/check', { 'GET v1/profiles/2/medications': answer }, 2);
  expect(await screen.findByRole('heading', { name: 'You can’t check this list' })).toBeVisible();
});

describe('the list of medications', () => {
  const last = {
    id: 'check',
    at: '2026-11-20T15:00:00.000Z',
    since: { added: 2, changed: 0, stopped: 1 },
    isYours: true,
    who: 'Jordan Avery',
    differences: 0,
  };

  test('asks for a check while one is due', async () => {
    await openScreen('medications', { [`GET ${PATH}`]: list({ due: 'discharge' }) });
    expect(await screen.findByText('Please check the list before going home.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check the list' })).toHaveAttribute(
      'href',
      '/profile/1/medications/check',
    );
  });

  test.each([
    [last, 'Checked by you on Nov 20, 2026. No differences. 2 were added since. 1 was stopped since.'],
    [{ ...last, isYours: false, differences: 3 }, /^Checked by Jordan Avery on .* Differences: 3\. /],
    [{ ...last, isYours: false, who: null, differences: null }, /^Checked on Nov 20, 2026\. 2 were added since\./],
  ])('says when it was checked and how it has changed since: %#', async (known, expected) => {
    await openScreen('medications', { [`GET ${PATH}`]: list({ due: null, last: known }) });
    expect(await screen.findByText(expected)).toBeVisible();
    fakeApi({ ...routes([], []), [`GET ${PATH}`]: list({ due: 'asked', last: known }) });
    act(() => publish('change@1', { kind: 'medications.updated' }));
    expect(await screen.findByText('Your care team asks you to check the list.')).toBeVisible();
  });
});
