import { screen } from '@testing-library/react';
import { openPage, openRoutes, pretendVisible, setLocale } from 'shared-ui/testing';
import feature from '../feature.tsx';

/** Sets up each test of the calling file: someone is signed in, texts are English, and dialogs can take the focus. */
export function setUpDesk(): void {
  pretendVisible();
  beforeEach(() => {
    openPage();
    setLocale('en');
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
  });
}

/** Opens a page of the desk. */
export const openDesk = (path: string) => openRoutes(feature.routes, path);

/** Route that returns the patient whose page `openPatient` opens. */
export const PATIENT = 'GET v1/desk/patients/lea';

/** Opens the patient's page, and resolves when it shows her name. */
export async function openPatient() {
  const user = await openDesk('/desk/patients/lea');
  await screen.findByRole('heading', { level: 1, name: 'Léa Côté' });
  return user;
}
