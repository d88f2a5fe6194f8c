import { initialSettings } from './settings.ts';
import { changeSettings } from './settings-actions.ts';

beforeEach(() => localStorage.clear());

test('changeSettings updates the page immediately and saves the change for the next visit', () => {
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
])('initialSettings uses the defaults when the saved value is %s', (_what, saved) => {
  localStorage.setItem('settings', saved);
  expect(initialSettings()).toMatchObject({ viewTutorial: false, direction: 'ltr' });
});

test('initialSettings and changeSettings do not throw when storage is blocked', () => {
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
