import { waitFor } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { openPage } from 'shared-ui/testing';
import { followLanguage, requestLanguage } from './language.ts';

/** Replaces the browser's store of cookies. Returns it by name. */
function fakeCookies(first: Record<string, string> = {}): Map<string, string> {
  const cookies = new Map(Object.entries(first));
  const cookieStore = {
    get: async (name: string) => (cookies.has(name) ? { name, value: cookies.get(name) } : null),
    set: async ({ name, value }: { name: string; value: string }) => void cookies.set(name, value),
  };
  Object.defineProperty(globalThis, 'cookieStore', { value: cookieStore, configurable: true });
  return cookies;
}

const prefer = (...languages: string[]) => jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

beforeEach(() => openPage());

afterEach(() => Reflect.deleteProperty(globalThis, 'cookieStore'));

test('followLanguage calls with the language now and after each change of it', async () => {
  const languages: string[] = [];
  followLanguage((language) => languages.push(language));
  changeSettings({ sounds: false });
  changeSettings({ language: 'fr' });
  await waitFor(() => expect(languages).toEqual(['en', 'fr']));
});

test('requestLanguage keeps a language in a cookie that the browser does not prefer', async () => {
  prefer('en-CA', 'fr');
  const cookies = fakeCookies();
  await requestLanguage('en');
  expect(cookies.size).toBe(0);
  await requestLanguage('fr');
  expect(cookies.get('lodestar-language')).toBe('fr');
  await requestLanguage('en');
  expect(cookies.get('lodestar-language')).toBe('en');
});

test('requestLanguage does nothing in browsers that can’t keep cookies asynchronously', async () => {
  await expect(requestLanguage('fr')).resolves.toBeUndefined();
});
