import { screen } from '@testing-library/react';
import type { DeskExplanation } from 'mock-api/contract';
import { fakeApi } from 'shared-ui/testing';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/explanations?state=waiting&limit=50';
const APPROVE = 'POST v1/desk/explanations/one/approve';
const REFUSE = 'POST v1/desk/explanations/one/refuse';

const explanation: DeskExplanation = {
  id: 'one',
  patient: { id: 'lea', name: 'Léa Côté', dateOfBirth: '1958-03-14', room: '412' },
  result: { id: 'ct', name: 'CT of the head', resultsAt: '2026-11-19T15:00:00.000Z' },
  report: 'CT of the head\n\nNo bleeding.',
  text: 'Your scan shows no bleeding.',
  language: 'en',
  state: 'waiting',
  createdAt: '2026-11-19T15:01:00.000Z',
  decidedBy: null,
  decidedAt: null,
};

test('a text is read beside its report, edited and approved; one that fails keeps what was typed', async () => {
  const answers = [
    { status: 409, body: { error: { code: 'ALREADY_DECIDED', message: 'This has already been decided.' } } },
    { ...explanation, state: 'approved' },
  ];
  const calls = fakeApi({ [LIST]: [explanation], [APPROVE]: () => answers.shift() });
  const user = await openDesk('/desk/explanations');
  const article = await screen.findByRole('article', { name: 'CT of the head' });
  expect(article).toHaveTextContent('Léa Côté');
  expect(article).toHaveTextContent('No bleeding.');
  const field = screen.getByRole('textbox', { name: 'In plain language' });
  const approve = screen.getByRole('button', { name: 'Approve' });
  await user.clear(field);
  expect(approve).toBeDisabled();
  await user.type(field, 'Good news.');
  await user.click(approve);
  expect(await screen.findByRole('alert')).toHaveTextContent('This has already been decided.');
  expect(field).toHaveValue('Good news.');
  await user.click(approve);
  expect(await screen.findByText('Léa Côté, room 412 can read the explanation now')).toBeVisible();
  expect(calls.at(-1)).toMatchObject({ route: APPROVE, body: { text: 'Good news.' } });
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a refused text leaves the list, and those decided on show by whom', async () => {
  const decided = { ...explanation, state: 'refused', decidedBy: 'Sam Roy', decidedAt: '2026-11-19T16:00:00.000Z' };
  fakeApi({
    [LIST]: [explanation],
    [REFUSE]: decided,
    'GET v1/desk/explanations?state=refused&limit=50': [decided],
  });
  const user = await openDesk('/desk/explanations');
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('No explanations here')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'refused');
  expect(await screen.findByText(/^Refused by Sam Roy, /)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
