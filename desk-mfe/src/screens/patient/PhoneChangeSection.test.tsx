import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const TITLE = 'New mobile number';
const phoneChange = { phoneNumber: '+1 416-555-0199', requestedAt: '2026-11-26T10:00:00.000Z' };

test.each([
  [
    'Confirm the number',
    'Has this person shown that they are the patient?',
    'confirm',
    'New mobile number confirmed for Léa Côté, room 412',
  ],
  ['Refuse', 'Keep the old number?', 'refuse', 'Léa Côté, room 412 keeps the old mobile number'],
])(
  'PhoneChangeSection sends "%s" for the number that staff have read, after a question, and leaves then',
  async (press, title, act, toast) => {
    let patient = deskPatient({ phoneChange });
    const url = `POST v1/desk/patients/lea/phone-change/${act}`;
    const calls = fakeApi({
      [PATIENT]: () => patient,
      [url]: () => {
        patient = deskPatient();
      },
    });
    const user = await openPatient();
    const section = within(screen.getByRole('region', { name: TITLE }));
    expect(section.getByText('+1 416-555-0199')).toBeVisible();
    await user.click(section.getByRole('button', { name: press }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const decisions = () => calls.filter(({ route }) => route === url);
    expect(decisions()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: press }));
    expect(await screen.findByText(toast)).toBeVisible();
    expect(decisions()).toEqual([{ route: url, body: { phoneNumber: '+1 416-555-0199' } }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: TITLE })).toBeNull());
  },
);
