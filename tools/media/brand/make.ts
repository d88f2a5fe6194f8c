import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from 'e2e/support/hospital/api';
import { keepSignedIn } from 'e2e/support/phone/session';
import { drawLogo, parseBrand } from 'gateway/pages/brand';
import type { Page } from 'playwright';
import { showSvg, withBrowser, withProduct } from '../browser.ts';
import { BRAND } from '../places.ts';

/**
 * The icons of brand.json. `full`: the colour extends to the edges, because the phone crops the shape itself. A
 * maskable icon keeps the mark within the central four fifths that every phone shows.
 */
const ICONS = [
  { file: 'icon-180.png', size: 180, full: true, mark: 0.74 },
  { file: 'icon-192.png', size: 192, full: false, mark: 0.84 },
  { file: 'icon-512.png', size: 512, full: false, mark: 0.84 },
  { file: 'icon-maskable-512.png', size: 512, full: true, mark: 0.62 },
] as const;

/**
 * Screen sizes in pixels of every iPhone supported by current iOS versions: two pixels per point first, then three.
 */
const SPLASH = [
  ...['750x1334', '828x1792'],
  ...['1125x2436', '1170x2532', '1179x2556', '1206x2622', '1242x2208', '1242x2688'],
  ...['1260x2736', '1284x2778', '1290x2796', '1320x2868'],
];

/** Width of the logo on the startup image, as a share of the screen's width. */
const SPLASH_MARK = 0.28;

/**
 * Creates the startup images that iPhones show while the installed app starts: the logo on the theme colour, one per
 * screen size.
 */
export async function makeSplash(): Promise<void> {
  const { brand } = parseBrand(readFileSync(join(BRAND, '../brand.json'), 'utf8'), 'shell/brand.json');
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    for (const size of SPLASH) {
      const [width = 0, height = 0] = size.split('x').map(Number);
      const scale = (width * SPLASH_MARK) / 24;
      const place = `translate(${width / 2 - 12 * scale} ${height / 2 - 12 * scale}) scale(${scale})`;
      const mark = `<path transform="${place}" d="${brand.logo}" fill="${brand.colours.star}"/>`;
      const ground = `<rect width="${width}" height="${height}" fill="${brand.colours.theme}"/>`;
      await showSvg(
        page,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ground}${mark}</svg>`,
        width,
        height,
      );
      await page.screenshot({ path: join(BRAND, `splash-${size}.png`) });
      console.log(`splash-${size}.png`);
    }
  });
}

/** Creates the app's icons from the logo and colours in brand.json. */
export async function makeIcons(): Promise<void> {
  const { brand } = parseBrand(readFileSync(join(BRAND, '../brand.json'), 'utf8'), 'shell/brand.json');
  const logo = drawLogo(brand);
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    for (const { file, size, full, mark } of ICONS) {
      const at = (24 * (1 - mark)) / 2;
      const placed = logo.replace(/translate\(2 2\) scale\(0\.84\)/, `translate(${at} ${at}) scale(${mark})`);
      await showSvg(page, full ? placed.replace('rx="5.25"', 'rx="0"') : placed, size, size);
      await page.screenshot({ path: join(BRAND, file), omitBackground: !full });
      console.log(file);
    }
  });
}

/** Screenshots for the phone's install prompt. */
const SHOTS = [
  {
    file: 'screenshot-home.png',
    path: '/app',
    ready: (page: Page) => page.getByRole('region', { name: 'My day' }),
  },
  {
    file: 'screenshot-results.png',
    path: '/profile/1/results',
    ready: (page: Page) => page.getByRole('link', { name: /Blood/ }).first(),
  },
];

/** Story steps played beforehand, so that home has content. */
const STEPS = 6;

/** Returns a time zone in which it is between ten and eleven in the morning now, so that pictures are of a day. */
function zoneAtTen(): string {
  // Zones reach from 14 hours ahead to 12 behind; the names' signs are the other way round.
  const ahead = (34 - new Date().getUTCHours()) % 24;
  return ahead > 14 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`;
}

/** Takes the screenshots from the real product with demo data. */
export const makeScreenshots = () =>
  withProduct(async (url) => {
    const api = new Api(url);
    const token = await api.signIn('patient');
    await api.playStory(token, STEPS);
    await withBrowser(async (browser) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        locale: 'en-CA',
        timezoneId: zoneAtTen(),
      });
      await keepSignedIn(context, token, { theme: 'LIGHT', locale: 'en' });
      const page = await context.newPage();
      for (const { file, path, ready } of SHOTS) {
        await page.goto(url + path);
        await ready(page).waitFor();
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(BRAND, file), animations: 'disabled' });
        console.log(file);
      }
    });
  });
