import { act, screen, waitFor, within } from '@testing-library/react';
import type { HomePlan, HomePlanChange } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const HOME = 'v1/desk/patients/lea/home';
const stay = { state: 'admitted' as const, admittedAt: null, dischargedAt: null, room: '412' };

test('HomeSection saves what is arranged, a line for each thing, and says whose it is', async () => {
  const home = { ride: 'Her sister', equipment: ['A walker'] };
  const calls = fakeApi({ [PATIENT]: deskPatient({ stay, home }), [`PUT ${HOME}`]: undefined });
  const user = await openPatient();
  const section = within(screen.getByRole('region', { name: 'Going home' }));
  expect(section.getByText('Her sister')).toBeVisible();
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  await user.click(section.getByRole('button', { name: 'Change what is arranged', expanded: false }));
  expect(section.getByLabelText('Who takes the patient home')).toHaveValue('Her sister');
  await user.type(section.getByLabelText('Leaves at about'), '25:00');
  await user.click(section.getByRole('button', { name: 'Save what is arranged' }));
  expect(await section.findAllByText('Write the time as 13:30')).not.toHaveLength(0);
  await user.clear(section.getByLabelText('Leaves at about'));
  await user.type(section.getByLabelText('Leaves at about'), '11:00');
  await user.type(section.getByLabelText('Things for home'), '\n Stockings ');
  expect(await axeViolations()).toEqual([]);
  await user.click(section.getByRole('button', { name: 'Save what is arranged' }));
  expect(await screen.findByText('Saved for Léa Côté, room 412')).toBeVisible();
  expect(calls.find(({ route }) => route === `PUT ${HOME}`)?.body).toEqual({
    at: '11:00',
    ride: 'Her sister',
    equipment: ['A walker', 'Stockings'],
    basedOn: home,
  });
});

test('HomeSection keeps what is typed when someone else was quicker, and asks before it replaces theirs', async () => {
  const mine = { ride: 'Her sister', equipment: [] };
  const theirs = { at: '14:00', ride: 'Her brother', equipment: ['A walker'] };
  let home: HomePlan = mine;
  const refusal = { status: 409, body: { error: { code: 'HOME_CHANGED', message: 'Someone has changed this.' } } };
  const calls = fakeApi({
    [PATIENT]: () => deskPatient({ stay, home }),
    [`PUT ${HOME}`]: (body: unknown) => {
      if (JSON.stringify((body as HomePlanChange).basedOn) !== JSON.stringify(home)) return refusal;
      const { basedOn: _, ...plan } = body as HomePlanChange;
      home = plan;
      return { status: 204, body: undefined };
    },
  });
  const user = await openPatient();
  const section = within(screen.getByRole('region', { name: 'Going home' }));
  await user.click(section.getByRole('button', { name: 'Change what is arranged', expanded: false }));
  const ride = () => section.getByLabelText('Who takes the patient home');
  const save = () => user.click(section.getByRole('button', { name: 'Save what is arranged' }));
  await user.type(ride(), ', by car');
  home = theirs;
  await save();
  expect(await section.findByText('Her brother')).toBeVisible();
  expect(section.getByText('Someone has changed this.')).toBeVisible();
  expect(ride()).toHaveValue('Her sister, by car');
  expect(await axeViolations()).toEqual([]);
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace this plan?' }));
  expect(dialog.getByText('Her brother')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  expect(await screen.findByText('Saved for Léa Côté, room 412')).toBeVisible();
  expect(calls.filter(({ route }) => route === `PUT ${HOME}`).at(-1)?.body).toMatchObject({ basedOn: theirs });
  // What nobody types into follows.
  home = { ride: 'A taxi', equipment: [] };
  await act(async () => publish('change@1', { kind: 'stay.updated', id: 'lea' }));
  await waitFor(() => expect(ride()).toHaveValue('A taxi'));
});

test('PatientScreen arranges nothing for a patient who is not in the hospital', async () => {
  fakeApi({ [PATIENT]: deskPatient({ stay: null, home: null }) });
  await openPatient();
  expect(screen.queryByRole('region', { name: 'Going home' })).toBeNull();
});
