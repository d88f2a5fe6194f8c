import type { Page } from 'playwright/test';

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
