import { screen, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

test('LanguageDialog sets the language and the interpreter, which then stand beside the name', async () => {
  let patient = deskPatient({ language: 'fr' });
  const spoken = { language: 'ar' as const, needsInterpreter: true };
  const calls = fakeApi({
    [PATIENT]: () => patient,
    'PUT v1/desk/patients/lea/language': () => {
      patient = deskPatient({ speaks: spoken });
      return patient;
    },
  });
  const user = await openPatient();
  const button = () => screen.getByRole('button', { name: 'Change language or interpreter' });
  await user.click(button());
  const dialog = within(await screen.findByRole('dialog'));
  const language = dialog.getByRole('combobox', { name: 'Language' });
  expect(language).toHaveValue('fr');
  expect(await axeViolations()).toEqual([]);
  await user.selectOptions(language, 'Arabic');
  await user.click(dialog.getByRole('checkbox', { name: 'Needs an interpreter' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Language saved for Léa Côté, room 412')).toBeVisible();
  expect(calls).toContainEqual({ route: 'PUT v1/desk/patients/lea/language', body: spoken });
  expect(await screen.findByText(/Room 412 · Arabic, needs an interpreter/)).toBeVisible();
  expect(button()).toHaveFocus();
});
