import { screen, within } from '@testing-library/react';
import type { DeskArrival } from 'mock-api/contract';
import { fakeApi, setLocale } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/arrivals?limit=50';
const PRINT = 'POST v1/desk/wristbands';
const PIN = 'POST v1/desk/patients/ann/pin';
const PHONE = 'PUT v1/desk/patients/ann/phone';

const ann: DeskArrival = {
  id: 'ann',
  firstName: 'Ann',
  lastName: 'Roe',
  dateOfBirth: '1980-03-01',
  recordNumber: 'H1001',
  ward: '4A',
  room: '412',
  admittedAt: '2026-11-19T15:00:00.000Z',
  phoneNumber: '(416)555-0177',
  phoneConfirmed: false,
};
const bob = { ...ann, id: 'bob', firstName: 'Bob', phoneNumber: '+1 416 555 0178', phoneConfirmed: true };
const printed = (...ids: string[]) => ({
  pdf: btoa('%PDF'),
  bands: ids.map((id) => ({ id, code: `ER1000000${id[0]}` })),
});

let opened: Blob[] = [];

beforeEach(() => {
  opened = [];
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${opened.push(file)}`,
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

const open = () => openDesk('/desk/arrivals');
const entry = async (name: string) => within(await screen.findByRole('article', { name }));
const bodies = (calls: ReturnType<typeof fakeApi>, wanted: string) =>
  calls.filter(({ route }) => route === wanted).map(({ body }) => body);

test('ArrivalsScreen prints wristbands for all or one, and keeps them listed to print again', async () => {
  const answers = [printed('ann', 'bob'), printed('bob')];
  const calls = fakeApi({ [LIST]: [ann, bob], [PRINT]: () => answers.shift() });
  const user = await open();
  const shown = await entry('Roe, Ann');
  expect(shown.getByText('Ward 4A, Room 412')).toBeVisible();
  expect(shown.getByText('Number on file, not confirmed').nextSibling).toHaveTextContent('(416)555-0177');
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Print all 2 wristbands' }));
  expect(await screen.findByText('2 wristbands ready: print them from the new tab')).toBeVisible();
  expect(shown.getByText(/^Wristband ER1000000a is ready/)).toBeVisible();
  expect(opened.map(({ type }) => type)).toEqual(['application/pdf']);
  expect(screen.queryByRole('button', { name: /^Print all/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Also print a PIN for patients without a confirmed number' }));
  await user.click((await entry('Roe, Bob')).getByRole('button', { name: 'Print again' }));
  expect(await screen.findByText('Wristband ready: print it from the new tab')).toBeVisible();
  expect(bodies(calls, PRINT)).toEqual([
    { patients: ['ann', 'bob'], withPins: true },
    { patients: ['bob'], withPins: false },
  ]);
});

test('ArrivalsScreen confirms a number that the patient says, and shows a PIN until then', async () => {
  const calls = fakeApi({
    [LIST]: [ann],
    [PIN]: { pin: '4821', expiresAt: '2026-11-20T03:00:00.000Z' },
    [PHONE]: { status: 204 },
  });
  const user = await open();
  const shown = await entry('Roe, Ann');
  await user.click(shown.getByRole('button', { name: 'Show a PIN' }));
  expect(await shown.findByRole('status')).toHaveTextContent(/^PIN: 4821/);
  await user.click(shown.getByRole('button', { name: 'Confirm number' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Which mobile number does the patient use?' }));
  const field = dialog.getByRole('textbox', { name: /^Mobile/ });
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Confirm number' }));
  expect(field).toBeInvalid();
  await user.click(field);
  await user.paste('+1 416 555 0177');
  await user.click(dialog.getByRole('button', { name: 'Confirm number' }));
  expect(await screen.findByText('Mobile number confirmed for Roe, Ann, room 412')).toBeVisible();
  expect(bodies(calls, PHONE)).toEqual([{ phoneNumber: '+1 416 555 0177' }]);
  expect(shown.getByText('Mobile number, confirmed').nextSibling).toHaveTextContent('+1 416 555 0177');
  expect(shown.queryByText('4821')).toBeNull();
  expect(shown.queryByRole('button', { name: 'Show a PIN' })).toBeNull();
});

test('ArrivalsScreen says when nobody waits, and offers to try again when the list can’t be fetched', async () => {
  let answer: unknown = { status: 500, body: {} };
  fakeApi({ [LIST]: () => answer });
  setLocale('fr');
  const user = await open();
  expect(await screen.findByText('Les arrivées ne peuvent pas s’afficher pour le moment')).toBeVisible();
  answer = [];
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Personne n’attend de bracelet')).toBeVisible();
});
