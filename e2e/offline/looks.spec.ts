import type { Page } from 'playwright/test';
import { STILL } from '../support/phone/browser.ts';
import { cutNetwork, lookForUpdate, openAndKeep, updateButton } from '../support/phone/offline.ts';
import { violations } from '../support/screens/axe.ts';
import { fitsTight, tighten } from '../support/screens/narrow.ts';
import { PICTURES, photograph, showTheme, speak, THEMES, type Theme } from '../support/screens/photograph.ts';
import { screen } from '../support/screens/screens.ts';
import { expect, test } from './fixtures.ts';

const GROUP = 'offline';

/** Minimum height of the screen itself, however many notices are shown. */
const MIN_ROOM_PX = 150;

test.use(STILL);

async function isFine(page: Page, name: string, theme: Theme): Promise<void> {
  await photograph(page, { group: GROUP, name, as: theme });
  expect(await violations(page), `axe: ${name} in ${theme}`).toEqual([]);
}

test('notices and the question before an update are accessible', async ({ context, page, problems, signIn, stack }) => {
  await signIn('patient', { settings: { theme: 'LIGHT' } });
  await openAndKeep(page, '/app/help');
  await page.getByLabel('Comments').fill('The bed is too short.');
  await stack.changeRegistry((registry) => {
    registry.shell = { active: stack.builds.olderShell };
  });
  await lookForUpdate(page);
  await expect(updateButton(page)).toBeVisible();
  await isFine(page, 'update', 'light');
  await page.evaluate(() => window.dispatchEvent(new Event('lodestar:no-room')));
  await expect(page.getByText('Your phone is out of space.')).toBeVisible();
  await cutNetwork(context, problems);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await isFine(page, 'notices', 'light');

  await updateButton(page).click();
  const question = page.getByRole('dialog', { name: 'Update now?' });
  await expect(question).toBeVisible();
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await isFine(page, 'question', theme);
  }
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toHaveCount(0);
  await isFine(page, 'notices', 'dark');
  await fitsTight(page, async (as) => {
    await photograph(page, { group: GROUP, name: 'notices', as });
    const main = await page.getByRole('main').boundingBox();
    expect(main?.height, `room for the screen at ${as}`).toBeGreaterThan(MIN_ROOM_PX);
  });
  if (!PICTURES) return;
  await tighten(page, 'normal');
  await speak(page, 'fr');
  await photograph(page, { group: GROUP, name: 'notices', as: 'french' });
  await page.getByRole('button', { name: 'Mettre à jour maintenant' }).click();
  await photograph(page, { group: GROUP, name: 'question', as: 'french' });
});

for (const { lang, title } of [
  { lang: 'en', title: 'Repair the app on this phone' },
  { lang: 'fr', title: 'Réparer l’application sur ce téléphone' },
]) {
  test(`the repair page is accessible (${lang})`, async ({ page }) => {
    await page.goto(`/repair?lang=${lang}`);
    await screen(page, title);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await isFine(page, `repair-${lang}`, theme);
    }
    await fitsTight(page, (as) => photograph(page, { group: GROUP, name: `repair-${lang}`, as }));
  });
}
