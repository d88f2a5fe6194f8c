import { act, renderHook } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import type { NavigationPlace } from 'shared-ui/contract';
import { openPage, patient, store } from 'shared-ui/testing';
import { publishRoutes } from '../remotes/testing/registry.ts';
import { useNavigation } from './guards.ts';

const entry = (path: string, order: number, place: NavigationPlace = 'menu') => ({
  place,
  path,
  label: { en: `Open ${path}`, fr: `Ouvrir ${path}` },
  icon: 'pill',
  order,
});

beforeEach(() => {
  openPage();
  changeSettings({ isUserValidated: true, locale: 'en' });
  publishRoutes(
    'pharmacy',
    [{ path: '/pharmacy/*', guard: 'patient' }],
    [entry('/pharmacy', 20), entry('/pharmacy/new', 5)],
  );
  publishRoutes(
    'notices',
    [{ path: '/notices', guard: 'anyone' }],
    [entry('/notices', 10), entry('/notices', 1, 'home')],
  );
  publishRoutes('desk', [{ path: '/desk/*', guard: 'staff' }], [entry('/desk', 1), entry('/elsewhere', 2)]);
});

const pathsIn = (place: NavigationPlace) => {
  const { result } = renderHook(() => useNavigation(place));
  return () => result.current.map(({ path }) => path);
};

test('useNavigation returns the links of all remotes for a place in order, with labels in the current language', () => {
  expect(pathsIn('menu')()).toEqual(['/pharmacy/new', '/notices', '/pharmacy']);
  expect(pathsIn('home')()).toEqual(['/notices']);
  expect(pathsIn('desk')()).toEqual([]);
  const { result } = renderHook(() => useNavigation('home'));
  expect(result.current[0]?.label).toBe('Open /notices');
  act(() => changeSettings({ locale: 'fr' }));
  expect(result.current[0]?.label).toBe('Ouvrir /notices');
});

test('useNavigation leaves out links the user may not open or no remote owns', () => {
  const shown = pathsIn('menu');
  act(() => store.setState(({ session }) => ({ session: { ...session, me: { ...patient, roleType: 'staff' } } })));
  expect(shown()).toEqual(['/desk', '/pharmacy/new', '/notices', '/pharmacy']);
  act(() => store.setState(({ session }) => ({ session: { ...session, status: 'anonymous', me: null } })));
  expect(shown()).toEqual(['/notices']);
});
