import type { Page } from 'playwright/test';
import type { Stack } from '../hospital/stack.ts';

export const profileRow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name });

export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link', { name, exact: true });

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

/** People whom the user supports; the last names are as long as names get. */
const PEOPLE = [
  ['Maya', 'Chen'],
  ['Noor', 'Haddad'],
  ['Léa', 'Tremblay'],
  ['Tom', 'Okafor'],
  ['Inès', 'Côté'],
  ['Marie-Antoinette', 'Desrochers-Villeneuve'],
  ['Anastasia', 'Papadopoulou-Konstantinidis'],
] as const;

/** Shows `count` profiles in the page, the user's own included: a response with more people than the demo has. */
export async function showProfiles(page: Page, count: number): Promise<void> {
  const supported = PEOPLE.slice(0, count - 1).map(([firstName, lastName], index) => ({
    id: index + 2,
    title: `${firstName} ${lastName}`,
    message: '',
    data: { firstName, lastName, organization: 'Northside General Hospital', previousStay: null },
  }));
  await page.route('**/api/v1/profiles', async (route) => {
    const response = await route.fetch();
    const [own] = await response.json();
    await route.fulfill({ response, json: [own, ...supported] });
  });
}
