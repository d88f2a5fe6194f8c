import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { DeskSupporter } from 'mock-api/contract';
import { fakeApi } from 'shared-ui/testing';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const ZOE: DeskSupporter = { id: 'zoe', name: 'Zoë', account: 'Zoë Bélanger', status: 'ACCEPTED' };
const SAM: DeskSupporter = { id: 'sam', name: 'Sam', account: null, status: 'PENDING' };
const END = 'DELETE v1/desk/patients/lea/supporters/zoe';

const section = () => within(screen.getByRole('region', { name: 'Supporters' }));
const lines = () =>
  section()
    .getAllByRole('listitem')
    .map((line) => line.textContent);

test('SupportersSection ends a supporter’s access after a question that names both people', async () => {
  let supporters = [ZOE, SAM];
  const calls = fakeApi({
    [PATIENT]: () => deskPatient({ supporters }),
    [END]: () => {
      supporters = [SAM];
    },
  });
  const user = await openPatient();
  expect(lines()).toEqual(['Zoë Bélanger (Zoë)Follows the stayEnd access', 'SamInvited, no answer yetEnd access']);
  const press = section().getByRole('button', { name: 'End access: Zoë Bélanger (Zoë)' });
  await user.click(press);
  const dialog = within(await screen.findByRole('dialog', { name: 'End Zoë Bélanger (Zoë)’s access?' }));
  expect(dialog.getByText('Léa Côté')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(press).toHaveFocus());
  expect(calls.filter(({ route }) => route === END)).toEqual([]);
  await user.click(press);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End access' }));
  expect(await screen.findByText('Léa Côté, room 412: Zoë no longer has access')).toBeVisible();
  await waitFor(() => expect(lines()).toEqual(['SamInvited, no answer yetEnd access']));
});

test('SupportersSection says that no one follows the stay, and is left out for an API that doesn’t list them', async () => {
  let supporters: DeskSupporter[] | undefined = [];
  fakeApi({ [PATIENT]: () => deskPatient(supporters && { supporters }) });
  await openPatient();
  expect(section().getByText('No one follows this stay, and no one is invited.')).toBeVisible();
  cleanup();
  supporters = undefined;
  await openPatient();
  expect(screen.queryByRole('region', { name: 'Supporters' })).not.toBeInTheDocument();
});

test('SupportersSection shows why access could not be ended, and keeps the supporter', async () => {
  const refused = { status: 503, body: { error: { code: 'UNAVAILABLE', message: 'Please try again.' } } };
  fakeApi({ [PATIENT]: deskPatient({ supporters: [ZOE] }), [END]: refused });
  const user = await openPatient();
  await user.click(section().getByRole('button', { name: /End access/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End access' }));
  expect(await section().findByRole('alert')).toHaveTextContent('Please try again.');
  expect(lines()).toHaveLength(1);
});
