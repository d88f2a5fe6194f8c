import { store, updateSlice } from '../store.ts';
import { initialSettings } from './settings.ts';
import { changeSettings, followPhoneTheme } from './settings-actions.ts';

beforeEach(() => localStorage.clear());

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
