import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { newPerson } from '../../support/people/person.ts';
import { field, press, screen } from '../../support/screens/screens.ts';

test('interest sign-up is stored, and Done leads to the start', JOURNEY, async ({ page, stack }) => {
  const { email } = newPerson();
  await page.goto('/onboarding/choice');
  await screen(page, 'How would you like to begin?');
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(links).toHaveCount(5);
  for (const link of await links.all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('link', { name: /^patient/i }).click();
  await field(page, 'Name').fill('Ada Lovell');
  await field(page, 'Email').fill(email.toUpperCase());
  await field(page, 'City (optional)').fill('Ottawa');
  await page.getByLabel('Yes, I want to receive updates about the product').check();
  await press(page, 'Submit');
  await screen(page, 'Thank you for your interest!');
  expect(stack.records.interest(email)).toEqual([{ email, name: 'Ada Lovell', city: 'Ottawa', opt_in: 1 }]);
  await page.getByRole('link', { name: 'Done' }).click();
  await screen(page, 'Welcome to Lodestar');
  await expect(page).toHaveURL(/\/onboarding$/);
  await page.getByRole('link', { name: 'Get started' }).click();
  await screen(page, 'Your hospital journey, in one place');
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await screen(page, 'Welcome to Lodestar');
});
