import { screen } from '@testing-library/react';
import { fakeApi, hasUnsentTyping, jordan, openPage, openRoutes, patient, supporter } from 'shared-ui/testing';
import feature from './feature.tsx';

const answers = {
  'GET events': [],
  'GET v1/profiles': [jordan],
  'GET v1/notifications': [],
  'GET v1/supporters': [supporter({ id: 'sam', name: 'Sam Avery' })],
  'PATCH v1/users/me': patient,
};

beforeEach(() => {
  openPage();
  fakeApi(answers);
});

test.each([
  ['/app/help', 'Comments'],
  ['/profile/1/supporters/create', 'Name'],
  ['/profile/1/resources', 'Search resources'],
])('input typed at %s into "%s" counts as unsent', async (path, label) => {
  const user = await openRoutes(feature.routes, path);
  const field = await screen.findByLabelText(label);
  expect(hasUnsentTyping()).toBe(false);
  await user.type(field, 'a');
  expect(hasUnsentTyping()).toBe(true);
});

test('changed permissions count as unsent until they are saved', async () => {
  const user = await openRoutes(feature.routes, '/profile/1/supporters/details/sam');
  const [first] = await screen.findAllByRole('switch');
  expect(hasUnsentTyping()).toBe(false);
  await user.click(first as HTMLElement);
  expect(hasUnsentTyping()).toBe(true);
});

test('saved contact details no longer count as unsent', async () => {
  const user = await openRoutes(feature.routes, '/app/settings');
  await user.type(await screen.findByLabelText('Phone', { selector: '[type=tel]' }), '{Backspace}9');
  expect(hasUnsentTyping()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your settings have been saved.')).toBeVisible();
  expect(hasUnsentTyping()).toBe(false);
});
