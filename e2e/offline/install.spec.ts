import type { Page } from 'playwright/test';
import { comeBackOffline, openAndKeep } from '../support/phone/offline.ts';
import { boxesOf } from '../support/phone/storage.ts';
import { screen } from '../support/screens/screens.ts';
import { expect, test } from './fixtures.ts';

/** Screens of iPhones supported by current iOS versions: width and height in points, pixels per point. */
const IPHONES = [
  ['SE (2nd and 3rd), 8', 375, 667, 2],
  ['8 Plus', 414, 736, 3],
  ['XR, 11', 414, 896, 2],
  ['XS Max, 11 Pro Max', 414, 896, 3],
  ['X, XS, 11 Pro, 12 and 13 mini', 375, 812, 3],
  ['12, 13, 14, 16e', 390, 844, 3],
  ['12 and 13 Pro Max, 14 Plus', 428, 926, 3],
  ['14 Pro, 15, 16', 393, 852, 3],
  ['14 Pro Max, 15 and 16 Plus', 430, 932, 3],
  ['16 Pro, 17', 402, 874, 3],
  ['16 and 17 Pro Max', 440, 956, 3],
  ['Air', 420, 912, 3],
] as const;

interface Picture {
  src: string;
  sizes: string;
  purpose?: string;
}

interface Manifest {
  orientation: string;
  display: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string }[];
}

const manifestOf = (page: Page): Promise<Manifest> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await fetch(link?.href ?? '')).json();
  });

/** Returns the actual size of an image, e.g. "180x180". */
const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);

test('the web manifest has what a phone needs to install the app', async ({ page }) => {
  await page.goto('/onboarding/welcome');
  const { orientation, display, icons, screenshots } = await manifestOf(page);
  expect([orientation, display]).toEqual(['portrait', 'standalone']);
  const drawn = icons.filter(({ sizes }) => sizes !== 'any');
  for (const { src, sizes } of [...drawn, ...screenshots]) expect(await sizeOf(page, src), src).toBe(sizes);
  const of = (purpose: string) => drawn.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(of('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(of('maskable')).toContain('512x512');
  expect(screenshots.length).toBeGreaterThan(1);
});

test('every iPhone finds an icon and exactly one startup image of its screen size', async ({ page }) => {
  await page.goto('/onboarding/welcome');
  const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect(await sizeOf(page, icon ?? '')).toBe('180x180');
  // iOS ignores the startup images without this tag.
  await expect(page.locator('meta[name=apple-mobile-web-app-capable]')).toHaveAttribute('content', 'yes');
  const devtools = await page.context().newCDPSession(page);
  for (const [name, width, height, deviceScaleFactor] of IPHONES) {
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, deviceScaleFactor, mobile: true },
      ...{ screenWidth: width, screenHeight: height },
    });
    const shown = await page
      .locator('link[rel=apple-touch-startup-image]')
      .evaluateAll((links: HTMLLinkElement[]) =>
        links.filter(({ media }) => matchMedia(media).matches).map(({ href }) => href),
      );
    expect(shown, name).toHaveLength(1);
    expect(await sizeOf(page, shown[0] ?? ''), name).toBe(`${width * deviceScaleFactor}x${height * deviceScaleFactor}`);
  }
});

test('the icon’s shortcuts lead to results and care plans, online and offline', async ({ page, problems, signIn }) => {
  await signIn('patient', { storySteps: 0 });
  await openAndKeep(page, '/app');
  const { shortcuts } = await manifestOf(page);
  expect(shortcuts.map(({ name }) => name)).toEqual(['My Results', 'My Care Plans']);
  const open = async (on: Page) => {
    for (const { name, url } of shortcuts) {
      await on.goto(url);
      await screen(on, name);
      await expect(on.getByRole('main').getByRole('listitem').first()).toBeVisible();
    }
  };
  await open(page);
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(5);
  await open(await comeBackOffline(page, problems));
});
