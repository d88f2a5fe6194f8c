import type { Page } from 'playwright/test';
import type { Stack } from './stack.ts';

/** The row of a person in the selector at the bottom. */
export const profileRow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name });

/** A tab of the profile panel. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link', { name, exact: true });

/** The panel that shows a person. */
export const panelOf = (page: Page, firstName: string) => page.getByRole('region', { name: `Profile of ${firstName}` });

interface CareEvent {
  id: string;
  type: number;
}

const SUPPORTER_REQUEST = 12;

/** The patient accepts Maya's request, which the whole story has brought. */
export async function acceptMaya({ api }: Stack, token: string): Promise<void> {
  const events = (await api.call('GET', 'events', { token })) as CareEvent[];
  const request = events.find(({ type }) => type === SUPPORTER_REQUEST);
  await api.call('POST', `v1/events/${request?.id}/accept`, { token });
}
