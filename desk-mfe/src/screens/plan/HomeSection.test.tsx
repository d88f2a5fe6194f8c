import { screen, within } from '@testing-library/react';
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
  });
});

test('PatientScreen arranges nothing for a patient who is not in the hospital', async () => {
  fakeApi({ [PATIENT]: deskPatient({ stay: null, home: null }) });
  await openPatient();
  expect(screen.queryByRole('region', { name: 'Going home' })).toBeNull();
});
