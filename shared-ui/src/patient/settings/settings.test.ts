import { initialSettings } from './settings.ts';
import { changeSettings } from './settings-actions.ts';

beforeEach(() => localStorage.clear());

test('a change shows on the page at once and is there on the next visit', () => {
  changeSettings({ theme: 'DARK', locale: 'fr', direction: 'rtl' });
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.documentElement.lang).toBe('fr-CA');
  expect(document.documentElement.dir).toBe('rtl');
  expect(initialSettings()).toMatchObject({ theme: 'DARK', locale: 'fr', direction: 'rtl' });
  changeSettings({ theme: 'LIGHT', locale: 'en', direction: 'ltr' });
});

test.each([
  ['not JSON', '{'],
  ['a list', '[1]'],
  ['a field of another type', '{"viewTutorial":"yes"}'],
])('what was kept may be %s: the default stands', (_what, kept) => {
  localStorage.setItem('settings', kept);
  expect(initialSettings()).toMatchObject({ viewTutorial: false, direction: 'ltr' });
});

test('a storage that is forbidden keeps no user out', () => {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(initialSettings().viewTutorial).toBe(false);
  expect(() => changeSettings({ theme: 'LIGHT' })).not.toThrow();
});
