import type { Page } from 'playwright/test';
import type { Stack } from './stack.ts';

/** The link to a person in the profile selector at the bottom. */
export const profileRow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name });

/** A tab of the profile panel. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link', { name, exact: true });

/** The panel that shows a person's profile. */
export const panelOf = (page: Page, firstName: string) => page.getByRole('region', { name: `Profile of ${firstName}` });

interface CareEvent {
  id: string;
  type: number;
}

const SUPPORTER_REQUEST = 12;

/** Accepts Maya's supporter request as the patient. The request exists only after the whole story has been played. */
export async function acceptMaya({ api }: Stack, token: string): Promise<void> {
  const events = (await api.call('GET', 'events', { token })) as CareEvent[];
  const request = events.find(({ type }) => type === SUPPORTER_REQUEST);
  await api.call('POST', `v1/events/${request?.id}/accept`, { token });
}
