import { readFileSync } from 'node:fs';
import { ACCOUNTS } from '../../support/api.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { callFailed } from '../../support/problems.ts';
import { goIntoTheApp, logIn, screen } from '../../support/screens.ts';
import { eventCard, eventList } from '../../support/timeline.ts';

const brand = JSON.parse(readFileSync(new URL('../../../shell/brand.json', import.meta.url), 'utf8')) as {
  supportPhones: { number: string }[];
};

test('home greets, shows the next step and tips, and lists the events of this stay', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 4 });
  await page.goto('/app');
  await screen(page, /^Good (morning|afternoon|evening), Jordan$/);
  await expect(page.getByText('What happens next')).toBeVisible();
  await expect(page.getByText('Free Wi-Fi for patients')).toBeVisible();
  await expect(eventList(page, 'New').getByRole('link', { name: /Admitted/ })).toBeVisible();
  await page.goto('/app/anything/else');
  await screen(page, /^Good (morning|afternoon|evening), Jordan$/);
});

test('timeline that failed to load shows a message and can be retried', async ({ page, context, problems, signIn }) => {
  problems.allow(callFailed('events'));
  await signIn('patient', { storySteps: 4 });
  const events = '**/api/events';
  await context.route(events, (route) => route.fulfill({ status: 503, body: '' }));
  // The page fetches the timeline again when its stream opens, which would remove the button.
  await context.route('**/api/v1/stream?*', () => undefined);
  await page.goto('/app');
  await expect(page.getByText('Your timeline can’t be shown just now')).toBeVisible();
  await context.unroute(events);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(eventCard(page, 'Admitted')).toBeVisible();
});

for (const path of ['/profile/1/messages', '/profile/1/messages/any']) {
  test(`${path} shows the COVID-19 precautionary message under a heading that names it`, async ({ page, signIn }) => {
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'COVID-19 precautions' })).toBeVisible();
    await expect(page.getByRole('main').getByText(/[Ww]ear a mask outside your room/)).toBeVisible();
  });
}

test('resources can be searched, and their categories are disabled', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 1 });
  await page.goto('/profile/1/resources');
  await screen(page, 'My Resources');
  const categories = page.getByRole('main').getByRole('list').getByRole('button');
  await expect(categories).toHaveCount(6);
  for (const category of await categories.all()) await expect(category).toBeDisabled();
  await page.getByLabel('Search resources').fill('medic');
  await expect(categories).toHaveText(['Medication']);
  await page.getByLabel('Search resources').fill('zzz');
  await expect(page.getByRole('main').getByText('No resource has this name.').first()).toBeVisible();
});

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
  await page.getByLabel('Comments').fill('A question from room 312');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText('Thank you for your patience. A member of the product support team will be in touch shortly.'),
  ).toBeVisible();
  await expect
    .poll(() => stack.api.texts(support?.number ?? ''))
    .toContainEqual(expect.stringMatching(/Sales Question.*A question from room 312.*Phone.*patient@example\.org/));
  await page.getByRole('button', { name: 'Done' }).click();
  await screen(page, /^Good /);
});

test(
  'settings for language, theme and sounds apply immediately and on the next visit',
  JOURNEY,
  async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 1 });
    await page.goto('/app/settings');
    await screen(page, 'User Settings');
    await page.getByRole('switch', { name: 'Sounds' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'Français' }).check();
    await screen(page, 'Paramètres');
    await page.reload();
    await screen(page, 'Paramètres');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('switch', { name: 'Sons' })).not.toBeChecked();
  },
);

test('the theme is the phone’s, after sign-in and when the phone changes, until the person chooses one', async ({
  page,
}) => {
  const root = page.locator('html');
  const barColour = () => page.locator('meta[name=theme-color]').getAttribute('content');
  await page.emulateMedia({ colorScheme: 'dark' });
  await logIn(page, ACCOUNTS.patient.email);
  await goIntoTheApp(page);
  await screen(page, /^Good /);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect.poll(barColour).toBe('#f7f4ee');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect.poll(barColour).toBe('#0e1a20');

  await page.goto('/app/settings');
  await expect(page.getByRole('radio', { name: 'Same as phone' })).toBeChecked();
  await page.getByRole('radio', { name: 'Light' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('radio', { name: 'Same as phone' }).check();
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
