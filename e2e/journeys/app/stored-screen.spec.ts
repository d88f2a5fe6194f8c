import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { LATE_USE } from '../../support/phone/problems.ts';
import { isKeptAs } from '../../support/phone/storage.ts';
import { holdScripts } from '../../support/phone/traffic.ts';
import { violations } from '../../support/screens/axe.ts';
import { screen } from '../../support/screens/screens.ts';

// The page's policy, its inline script and the browser's storage decide together, which no unit test has.
test(
  'home is painted before any script on a phone that was here before',
  JOURNEY,
  async ({ page, problems, signIn }) => {
    // Scripts are held back, so the browser warns that they are late.
    problems.allow(LATE_USE);
    await signIn('second', { storySteps: Number.POSITIVE_INFINITY });
    await page.goto('/app');
    await screen(page, /^Good /);
    await expect(async () => {
      // The page keeps its screen when it is hidden.
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      expect(await isKeptAs(page, 'screen/home')).toBe(true);
    }).toPass();
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    const copy = page.locator('#first-screen');
    await expect(copy.getByRole('heading', { level: 1 })).toHaveText(/^Good /);
    await expect(copy.getByRole('banner').getByText(/^As of /)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await copy.getByRole('link', { name: 'I need something' }).click();
    release();
    await screen(page, 'I need something');
    await expect(copy).toHaveCount(0);
  },
);
