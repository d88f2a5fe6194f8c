import { waitFor } from '@testing-library/react';
import { ALL_LANGUAGES, type Language } from '../../contract/languages/languages.ts';
import { defineCatalogue } from '../../platform/i18n/i18n.ts';
import { offeredLanguages, runtimeConfig, setRuntimeConfig } from '../../platform/runtime.ts';
import { openPage } from '../../testing/index.ts';
import { store, updateSlice } from '../store.ts';
import { initialSettings } from './settings.ts';
import {
  applySettings,
  changeLanguage,
  changeSettings,
  configurePage,
  followPhoneTheme,
  showHospitalLanguages,
} from './settings-actions.ts';

beforeEach(() => {
  localStorage.clear();
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), languages: ALL_LANGUAGES });
});

test('changeSettings updates the page immediately and saves the change for the next visit', () => {
  changeSettings({ theme: 'DARK', locale: 'fr', direction: 'rtl', textSize: 'LARGER' });
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.documentElement.lang).toBe('fr-CA');
  expect(document.documentElement.dir).toBe('rtl');
  expect(document.documentElement.dataset.textSize).toBe('larger');
  expect(initialSettings()).toMatchObject({ theme: 'DARK', locale: 'fr', direction: 'rtl', textSize: 'LARGER' });
  changeSettings({ theme: 'LIGHT', locale: 'en', direction: 'ltr', textSize: 'PHONE' });
});

test.each([
  ['not JSON', '{'],
  ['a list', '[1]'],
  ['a field of another type', '{"viewTutorial":"yes"}'],
  ['an unknown text size', '{"textSize":"HUGE"}'],
])('initialSettings uses the defaults when the saved value is %s', (_what, saved) => {
  localStorage.setItem('settings', saved);
  expect(initialSettings()).toMatchObject({ viewTutorial: false, direction: 'ltr', textSize: 'PHONE' });
});

test('initialSettings and changeSettings do not throw when storage is blocked', () => {
  const deny = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(deny);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(deny);
  expect(initialSettings().viewTutorial).toBe(false);
  expect(() => changeSettings({ theme: 'LIGHT' })).not.toThrow();
});

describe('the theme', () => {
  /** Fakes the phone's setting. */
  function fakePhone(isDark: boolean) {
    const listeners = new Set<() => void>();
    const query = {
      matches: isDark,
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    };
    Object.defineProperty(globalThis, 'matchMedia', { configurable: true, value: () => query });
    return {
      become(theme: 'LIGHT' | 'DARK') {
        query.matches = theme === 'DARK';
        for (const listener of listeners) listener();
      },
    };
  }
  /** Opens the app: the settings as saved, and the phone followed. */
  const openApp = () => {
    updateSlice('settings', initialSettings());
    followPhoneTheme();
    // What signing in saves.
    changeSettings({ isUserValidated: true });
  };
  const shown = () => document.documentElement.dataset.theme;

  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'matchMedia');
    changeSettings({ theme: 'LIGHT', isUserValidated: false });
  });

  it("is the phone's after sign-in, follows the phone while the app is open, and is the phone's on the next visit", () => {
    const phone = fakePhone(true);
    openApp();
    expect(shown()).toBe('dark');
    phone.become('LIGHT');
    expect(shown()).toBe('light');
    expect(initialSettings()).toMatchObject({ theme: 'LIGHT', isUserValidated: true });
    phone.become('DARK');
    expect(shown()).toBe('dark');
    expect(initialSettings()).toMatchObject({ theme: 'DARK', isUserValidated: true });
  });

  it('stays as the person chose when the phone changes, and on the next visit', () => {
    const phone = fakePhone(false);
    openApp();
    changeSettings({ theme: 'LIGHT' });
    phone.become('DARK');
    expect(shown()).toBe('light');
    expect(initialSettings().theme).toBe('LIGHT');
  });

  it('follows the phone again when the person chooses so', () => {
    const phone = fakePhone(true);
    openApp();
    changeSettings({ theme: 'LIGHT' });
    changeSettings({ followsPhone: true });
    expect(shown()).toBe('dark');
    phone.become('LIGHT');
    expect(shown()).toBe('light');
  });

  it('is saved as LIGHT or DARK when chosen and not at all otherwise, as earlier versions read it', () => {
    fakePhone(true);
    openApp();
    const saved = () => JSON.parse(localStorage.getItem('settings') ?? '{}');
    expect(saved()).not.toHaveProperty('theme');
    changeSettings({ theme: 'DARK' });
    expect(saved()).toMatchObject({ theme: 'DARK' });
    expect(saved()).not.toHaveProperty('followsPhone');
    localStorage.setItem('settings', '{"theme":"SYSTEM"}');
    openApp();
    expect(store.getState().settings).toMatchObject({ theme: 'DARK', followsPhone: true });
  });
});

describe('the language', () => {
  test('settings saved before there were more languages keep theirs', () => {
    localStorage.setItem('settings', '{"locale":"fr"}');
    expect(initialSettings()).toMatchObject({ locale: 'fr', language: 'fr' });
  });

  test.each(['tlh', 'toString', 7])(
    'a saved language that isn’t offered (%s) gives way to the browser’s',
    (language) => {
      localStorage.setItem('settings', JSON.stringify({ language, locale: 'tlh' }));
      expect(initialSettings()).toMatchObject({ locale: 'en', language: 'en' });
    },
  );

  test.each([
    [true, 'en-XA'],
    [false, 'en-CA'],
  ])('a saved pseudo-language is kept in a demo only (demo: %s)', (demo, lang) => {
    localStorage.setItem('settings', '{"language":"en-XA","locale":"en"}');
    setRuntimeConfig({ ...runtimeConfig(), demo });
    updateSlice('settings', initialSettings());
    applySettings();
    expect(document.documentElement.lang).toBe(lang);
    expect(offeredLanguages()).toEqual(ALL_LANGUAGES);
    setRuntimeConfig({ ...runtimeConfig(), dev: true });
    expect(offeredLanguages()).toContain('en-XA');
  });

  test('a language that isn’t offered at this hospital gives way to the browser’s', () => {
    changeSettings({ language: 'fr' });
    setRuntimeConfig({ ...runtimeConfig(), languages: ['en'] });
    applySettings();
    expect(document.documentElement.lang).toBe('en-CA');
  });

  test('a saved language of which production has only a machine translation gives way as soon as that is known', () => {
    localStorage.setItem('settings', '{"language":"es"}');
    changeSettings(initialSettings());
    expect(initialSettings()).toMatchObject({ language: 'es' });
    configurePage({ ...runtimeConfig(), demo: false, languages: ['en', 'fr'] });
    expect(document.documentElement.lang).toBe('en-CA');
  });
});

/** Texts that are fetched when `arrive` is called, or fail to be. */
function textsOf(language: Language) {
  let settle: Record<'arrive' | 'fail', () => void> = { arrive: () => {}, fail: () => {} };
  const words = defineCatalogue('settings-test', { hello: 'Hello' }, async (asked) => {
    if (asked !== language) return { default: {} };
    return new Promise((resolve, reject) => {
      settle = {
        arrive: () => resolve({ default: { hello: 'Привіт' } }),
        fail: () => reject(new TypeError('offline')),
      };
    });
  });
  return { words, arrive: () => settle.arrive(), fail: () => settle.fail() };
}

describe('changeLanguage', () => {
  const shown = () => [document.documentElement.lang, document.documentElement.dir];

  afterEach(() => changeSettings({ language: 'en' }));

  test('keeps the old language until the texts of the new one are there, then sets language and direction', async () => {
    const { arrive } = textsOf('ar');
    const changing = changeLanguage('ar');
    expect(shown()).toEqual(['en-CA', 'ltr']);
    arrive();
    await changing;
    expect(shown()).toEqual(['ar', 'rtl']);
    expect(store.getState().settings).toMatchObject({ language: 'ar', locale: 'en' });
  });

  test('rejects and keeps the old language if the texts can’t be fetched', async () => {
    const { fail } = textsOf('ur');
    const changing = changeLanguage('ur');
    fail();
    await expect(changing).rejects.toThrow('ur');
    expect(shown()).toEqual(['en-CA', 'ltr']);
  });

  test('a screen with English and French only has the language and direction of its texts', async () => {
    const { arrive } = textsOf('ar');
    const changing = changeLanguage('ar');
    arrive();
    await changing;
    showHospitalLanguages(true);
    expect(shown()).toEqual(['en-CA', 'ltr']);
    changeSettings({ theme: 'DARK' });
    expect(shown()).toEqual(['en-CA', 'ltr']);
    expect(store.getState().settings.language).toBe('ar');
    showHospitalLanguages(false);
    expect(shown()).toEqual(['ar', 'rtl']);
  });

  test('after such a screen, the language is back when its texts are there', async () => {
    showHospitalLanguages(true);
    updateSlice('settings', { language: 'vi', locale: 'en' });
    const { arrive } = textsOf('vi');
    showHospitalLanguages(false);
    expect(shown()).toEqual(['en-CA', 'ltr']);
    arrive();
    await waitFor(() => expect(shown()).toEqual(['vi', 'ltr']));
  });

  test('the last of two changes takes effect', async () => {
    const { arrive } = textsOf('uk');
    const first = changeLanguage('uk');
    await changeLanguage('fr');
    arrive();
    await first;
    expect(shown()).toEqual(['fr-CA', 'ltr']);
  });
});
