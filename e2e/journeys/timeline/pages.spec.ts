import { readFileSync } from 'node:fs';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens/screens.ts';

const brand = JSON.parse(readFileSync(new URL('../../../shell/brand.json', import.meta.url), 'utf8')) as {
  supportPhones: { number: string }[];
};

test('support form texts the support team and thanks the user', JOURNEY, async ({ page, stack, signIn }) => {
  const [support] = brand.supportPhones;
  await signIn('patient', { storySteps: 1 });
  await page.goto('/app/help');
  await screen(page, 'Help & Support');
  const options = (label: string) => page.getByLabel(label).locator('option').allTextContents();
  expect(await options('Issue')).toEqual(['Please choose', 'Technical Support', 'Sales Question', 'Other']);
  expect(await options('How may we contact you?')).toEqual(['Please choose', 'Text Message', 'Email', 'Phone']);
  await page.getByLabel('Issue').selectOption('Sales Question');
  await page.getByLabel('How may we contact you?').selectOption('Phone');
  await page.getByLabel('Comments').fill('A question from room 412');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText('Thank you for your patience. A member of the product support team will be in touch shortly.'),
  ).toBeVisible();
  await expect
    .poll(() => stack.api.texts(support?.number ?? ''))
    .toContainEqual(expect.stringMatching(/Sales Question.*A question from room 412.*Phone.*patient@example\.org/));
  await page.getByRole('button', { name: 'Done' }).click();
  await screen(page, /^Good /);
});

test('settings apply immediately and on the next visit', JOURNEY, async ({ page, signIn }) => {
  const root = page.locator('html');
  const barColour = () => page.locator('meta[name=theme-color]').getAttribute('content');
  const home = page.getByRole('banner').getByRole('link').nth(1);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn('patient', { storySteps: 1 });
  await page.goto('/app/settings');
  await screen(page, 'User Settings');
  // Until the person chooses a theme, it is the phone's.
  await expect(page.getByRole('radio', { name: 'Same as phone' })).toBeChecked();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect.poll(barColour).toBe('#0e1a20');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect.poll(barColour).toBe('#f7f4ee');

  await page.getByRole('switch', { name: 'Sounds' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(home).toHaveAccessibleName('Home');
  await page.getByRole('radio', { name: 'Français' }).check();
  await screen(page, 'Paramètres');
  // The shell follows what the remote changes in their store.
  await expect(home).toHaveAccessibleName('Accueil');
  await page.reload();
  await screen(page, 'Paramètres');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('switch', { name: 'Sons' })).not.toBeChecked();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test('the first paint has the right theme before any script has loaded', JOURNEY, async ({ page, problems }) => {
  problems.allow(/Failed to load resource: net::ERR_FAILED/);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  expect(await background()).toBe('rgb(14, 26, 32)');
  await page.evaluate(() => localStorage.setItem('settings', '{"theme":"LIGHT"}'));
  await page.reload();
  expect(await background()).toBe('rgb(247, 244, 238)');
});
