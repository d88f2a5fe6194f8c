import { cleanup } from '@testing-library/react';
import type { ReactElement } from 'react';
import { changeSettings, runtimeConfig } from 'shared-ui';
import { openPage, openRoutes, patient, setRuntimeConfig, store } from 'shared-ui/testing';

/** A user whose wristband was read and whose PIN is still due. */
export const narrowUser = {
  scope: 'narrow',
  firstName: patient.firstName,
  maskedPhone: patient.maskedPhone,
  statusId: patient.statusId,
} as const;

/** Opens a fresh page for a visitor without a session, in English. */
export function openAsVisitor(): void {
  localStorage.clear();
  sessionStorage.clear();
  openPage();
  changeSettings({ locale: 'en' });
  store.setState({ session: { status: 'anonymous', me: null, isOffline: false, checkedAt: null, hasRunOut: false } });
}

/** Accepts invited users with any email domain, the default of a hospital in production. */
export function allowAnyEmailDomain(): void {
  setRuntimeConfig({ ...runtimeConfig(), invitedDomains: 'any' });
}

/**
 * Renders one screen at its route in strict mode; any other route is empty.
 * @param address the address in the browser, for a route with parameters
 */
export async function show(screen: ReactElement, path: string, address = path) {
  const user = await openRoutes(
    [
      { path, element: screen },
      { path: '*', element: null },
    ],
    address,
  );
  return { user, unmount: cleanup };
}
