import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { openSession } from 'shared-ui';
import { fakeApi, jordan, openPage, openRoutes, patient } from 'shared-ui/testing';
import feature from './feature.tsx';
import { timeline } from './testing/home-data.ts';

const REQUEST = {
  id: 'r',
  profileId: 1,
  kind: 'question',
  text: 'When may I eat?',
  status: 'sent',
  replies: [],
  createdAt: '2026-11-20T12:00:00.000Z',
};
const ENTRY = { id: 'e', at: '2026-11-20T12:00:00.000Z', action: 'SIGNED_IN', who: 'You', what: 'Signed in' };
const SCREENS = [
  ['/profile/1/requests', 'GET v1/profiles/1/requests', REQUEST, 'When may I eat?'],
  ['/app/access-log', 'GET v1/access-log', ENTRY, 'Signed in'],
] as const;

const signIn = (token: string) => {
  openPage();
  openSession({ token, user: patient });
};

test.each(SCREENS)('%s opens offline once viewed, for that session only', async (path, route, item, text) => {
  signIn('own');
  fakeApi({ ...timeline([], [], [jordan]), [route]: [item] });
  await openRoutes(feature.routes, path);
  expect(await screen.findByText(text)).toBeVisible();
  cleanup();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeApi({});
  await openRoutes(feature.routes, path);
  expect(await screen.findByText(text)).toBeVisible();
  cleanup();
  signIn('other');
  await openRoutes(feature.routes, path);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
});
