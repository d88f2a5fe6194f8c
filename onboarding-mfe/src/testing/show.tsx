import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { changeSettings, store } from 'shared-ui';
import { openPage, patient } from 'shared-ui/testing';

/** Somebody whose wristband was read and whose PIN is still to come. */
export const narrowUser = {
  scope: 'narrow',
  firstName: patient.firstName,
  maskedPhone: patient.maskedPhone,
  statusId: patient.statusId,
} as const;

/** A fresh page for a visitor without a session, in English. */
export function openAsVisitor(): void {
  localStorage.clear();
  sessionStorage.clear();
  openPage();
  changeSettings({ locale: 'en' });
  store.setState({ session: { status: 'anonymous', me: null, isOffline: false, checkedAt: null } });
}

/** Shows one screen at its route, as strictly as React can; any other route is empty. */
export async function show(screen: ReactElement, path: string) {
  history.replaceState(null, '', path);
  const view = await act(async () =>
    render(
      <StrictMode>
        <BrowserRouter>
          <Routes>
            <Route path={path} element={screen} />
            <Route path="*" element={null} />
          </Routes>
        </BrowserRouter>
      </StrictMode>,
    ),
  );
  return { ...view, user: userEvent.setup() };
}
