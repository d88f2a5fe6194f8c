import { screen, waitFor } from '@testing-library/react';
import { fakeApi, hasUnsentTyping, jordan, openAsHospital, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { words } from '../../screen-words.ts';
import { CATEGORIES, type Category, findCategories } from './ResourcesScreen.tsx';

test('ResourcesScreen finds categories by name, none of which can be opened yet', async () => {
  openPage();
  fakeApi({ 'GET events': [], 'GET v1/profiles': [jordan], 'GET v1/notifications': [] });
  const user = await openRoutes(feature.routes, '/profile/1/resources');
  const search = await screen.findByLabelText('Search resources');
  expect(screen.getByRole('button', { name: 'Medication' })).toBeDisabled();
  await user.type(search, 'home');
  expect(hasUnsentTyping()).toBe(true);
  expect(screen.getByRole('button', { name: 'Going home' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Medication' })).not.toBeInTheDocument();
  await user.type(search, 'xyz');
  expect(screen.getByRole('status')).toHaveTextContent('No resource has this name.');
});

test('ResourcesScreen doesn’t exist in a hospital, which has no resources to open', async () => {
  openPage();
  openAsHospital();
  fakeApi({ 'GET events': [], 'GET v1/profiles': [jordan], 'GET v1/notifications': [] });
  await openRoutes(feature.routes, '/profile/1/resources');
  await waitFor(() => expect(location.pathname).toBe('/app'));
});

const french = (category: Category) => words.fixed.fr(`resources.categories.${category}`);

test.each([
  ['', [...CATEGORIES]],
  ['  ', [...CATEGORIES]],
  ['medic', ['medication']],
  ['EMOTIONS', ['mind']],
  ['zzz', []],
])('findCategories finds "%s" in %j', (typed, found) => {
  expect(findCategories(typed, french)).toEqual(found);
});
