import { devices } from 'playwright/test';
import { checkForUpdate, isServedByWorker, runningVersions, storedRevisions } from '../../support/phone/offline.ts';
import { button, heading, link, text } from '../../support/phone/phone.ts';
import type { EnginePhone } from '../engine-phone.ts';
import { ALL, beginSignedIn, HOME } from './entering.ts';
import type { Journey } from './journey.ts';

/** Waits until the phone has stored the whole product and the worker controls the page. */
async function keepsAll(phone: EnginePhone): Promise<void> {
  await phone.until('the phone has all of the product', () => phone.run(isServedByWorker));
  await phone.until('the phone has a revision', async () => (await phone.run(storedRevisions)).current !== null);
}

export const update: Journey = {
  name: 'update banner',
  async walk({ phone, stack }) {
    await phone.open('/onboarding/welcome');
    await phone.sees(heading('Welcome to Lodestar'));
    await keepsAll(phone);
    await stack.changeRegistry((registry) => {
      registry.shell = { active: stack.builds.olderShell };
    });
    await phone.run(checkForUpdate);
    await phone.sees(text(/A new version is available/));
    await phone.tap(button('Update to Current Version'));
    await phone.until('the page has the new version', async () => {
      return (await phone.run(runningVersions)).shell === stack.builds.olderShell;
    });
    await phone.sees(heading('Welcome to Lodestar'));
    await phone.seesNo(button('Update to Current Version'));
  },
};

/** Runs in the page: returns errors in the web manifest, such as icons whose size differs from the declared one. */
async function brokenPromises(): Promise<string[]> {
  const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? { href: '' };
  const { display, icons } = await (await fetch(href)).json();
  const sizeOf = async (src: string) => {
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  };
  const broken = display === 'standalone' ? [] : [`display is ${display}`];
  for (const { src, sizes } of icons) {
    if (sizes !== 'any' && (await sizeOf(src)) !== sizes) broken.push(`${src} is not ${sizes}`);
  }
  return broken;
}

const HINT = /Install this webapp on your iPhone: tap/;

export const install: Journey = {
  name: 'install',
  // Only Chromium has an install prompt. On iPhones the app shows instructions instead, so the journey uses an
  // iPhone's user agent.
  window: { userAgent: devices['iPhone 14'].userAgent },
  allowed: /ERR_|NetworkError|network|CORS|Failed to load|cannot load|could not connect|Load failed|stream/i,
  async walk(visit) {
    const { phone, network } = visit;
    await beginSignedIn(visit, ALL);
    const broken = await phone.run(brokenPromises);
    if (broken.length > 0) throw new Error(broken.join(', '));
    await phone.open('/app');
    await phone.sees(HOME, text(HINT));
    await phone.tap(button('Close this hint'));
    await phone.seesNo(text(HINT));
    await keepsAll(phone);
    // The home screen icon must open the app offline too.
    network.cut();
    await phone.open('/app');
    await phone.sees(HOME, link(/How was your stay\?/));
  },
};

export const french: Journey = {
  name: 'French',
  async walk(visit) {
    const { phone } = visit;
    await phone.open('/onboarding/welcome');
    await phone.choose('Language', 'fr');
    await phone.sees(heading('Bienvenue à Lodestar'));
    await beginSignedIn(visit, ALL);
    await phone.open('/app');
    await phone.sees(heading(/^(Bonjour|Bon après-midi|Bonsoir), Jordan$/), link(/Comment s’est passé votre séjour/));
    await phone.tap(link(/Jordan Avery/));
    await phone.sees(heading('Mes événements'), text('Ce séjour'));
    const language = await phone.run(() => document.documentElement.lang);
    if (!language.startsWith('fr')) throw new Error(`The page says that its language is ${language}`);
  },
};

/** Runs in the page: returns the lightness of the page and of its heading, each from 0 to 255. */
function lightness(): { page: number; words: number } {
  const canvas = document.createElement('canvas').getContext('2d');
  const of = (colour: string) => {
    if (!canvas) return Number.NaN;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const heading = document.querySelector('h1');
  return {
    page: of(getComputedStyle(document.body).backgroundColor),
    words: of(heading ? getComputedStyle(heading).color : 'transparent'),
  };
}

async function isDark(phone: EnginePhone): Promise<boolean> {
  const { page, words } = await phone.run(lightness);
  return page < 60 && words > 180;
}

export const dark: Journey = {
  name: 'dark',
  window: { dark: true },
  async walk(visit) {
    const { phone } = visit;
    await phone.open('/onboarding/welcome');
    await phone.sees(heading('Welcome to Lodestar'));
    await phone.until('the page is dark, because the system asks for it', () => isDark(phone));
    await beginSignedIn(visit, ALL);
    await phone.open('/app');
    await phone.sees(HOME);
    await phone.until('home is dark', () => isDark(phone));
  },
};

export const settings: Journey = {
  name: 'settings',
  async walk(visit) {
    const { phone } = visit;
    await beginSignedIn(visit, 3);
    await phone.open('/app/settings');
    await phone.sees(heading('User Settings'), text('This device'));
    await phone.tap({ role: 'radio', name: 'Dark' });
    await phone.until('the page is dark', () => isDark(phone));
    await phone.tap({ role: 'radio', name: 'Always the same' });
    const email = { role: 'textbox', name: 'Email' };
    await phone.fill(email, 'jordan@example.net');
    await phone.tap(button('Save'));
    await phone.sees(text('Your settings have been saved.'));
    await phone.open('/app/settings');
    await phone.sees(
      { role: 'radio', name: 'Dark', checked: true },
      { role: 'radio', name: 'Always the same', checked: true },
    );
    await phone.until('the e-mail is kept', async () => (await phone.textsOf(email))[0] === 'jordan@example.net');
  },
};
