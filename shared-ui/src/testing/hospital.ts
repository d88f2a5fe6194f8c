import { runtimeConfig, setRuntimeConfig } from '../platform/runtime.ts';

/** Words of the demo and its trial, in both languages. */
const DEMO_WORDS = /(?<!\p{L})(?:d[eé]mo|trial|essai|fiction|ficti[ft]|example|exemple)[\p{L}@.]*/giu;

/** Makes the page one of a real hospital instead of the demo's. */
export function openAsHospital(): void {
  const config = runtimeConfig();
  const supportPhones = ['+1 613 555 0100', '+1 888 555 0100'].map((number) => ({ number, extension: '' }));
  const brand = { ...config.brand, hospital: 'Hilltop Hospital', supportEmail: 'help@hilltop.ca', supportPhones };
  setRuntimeConfig({
    ...config,
    brand,
    demo: false,
    invitedDomains: 'any',
    emailFormat: 'standard',
    passwordRule: 'length',
  });
}

/** Returns the words on the screen that only the demo may show. */
export function demoWordsShown(): string[] {
  const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
  );
  return [document.title, document.body.textContent, ...named].join('\n').match(DEMO_WORDS) ?? [];
}
