import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Profile } from 'mock-api/contract';
import { fakeApi, jordan, maya, openPage, openRoutes, patient, store } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { step, stopClock, timeline } from '../../testing/home-data.ts';
import ReturnNotice from './ReturnNotice.tsx';

const NOTICE = 'v1/profiles/2/return-notice';
const away = { from: '2026-11-20T13:45:00.000Z', until: '2026-11-20T15:00:00.000Z' };
const asked = { askedAt: '2026-11-20T13:50:00.000Z', newsAt: null, backAt: null };
const at = '2026-11-20T13:55:00.000Z';
const ASK = 'Tell me when Maya is back';

beforeEach(() => {
  openPage();
  stopClock('2026-11-20T14:00:00.000Z');
});
afterEach(() => jest.useRealTimers());

test('a supporter asks at one tap to be told when the person is back, and takes it back', async () => {
  store.setState(({ session }) => ({ session: { ...session, me: { ...patient, roleType: 'supporter' } } }));
  const next = step({ profileId: 2, title: 'X-ray', place: 'Level 2', at: '2026-11-20T14:00:00.000Z' });
  let notice: Partial<Profile> = {};
  const calls = fakeApi({
    ...timeline([], [], []),
    'GET v1/profiles': () => [jordan, { ...maya, next, away, ...notice }],
    [`PUT ${NOTICE}`]: () => {
      notice = { returnNotice: asked };
    },
    [`DELETE ${NOTICE}`]: () => {
      notice = {};
    },
  });
  await openRoutes(feature.routes, '/app');
  const person = within(await screen.findByRole('region', { name: 'Maya Chen' }));
  await userEvent.click(await person.findByRole('button', { name: ASK }));
  const waiting = await person.findByRole('status');
  expect(waiting).toHaveTextContent('You’ll see here when Maya is back');
  expect(waiting.parentElement).toHaveFocus();
  expect(person.queryByRole('button', { name: ASK })).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(person.getByRole('button', { name: 'Don’t tell me after all' }));
  expect(await person.findByRole('button', { name: ASK })).toBeVisible();
  expect(calls.filter(({ route }) => route.endsWith(NOTICE))).toHaveLength(2);
});

test.each([
  ['says that the person is back, and who says so', { returnNotice: { ...asked, backAt: at } }, 'Maya is backStaff', 0],
  ['says that there is news, and offers it again', { away, returnNotice: { ...asked, newsAt: at } }, 'There’s news', 1],
  ['offers it again once the person is away again', { away, returnNotice: { ...asked, backAt: at } }, '', 1],
  ['offers nothing before the step', { away: { ...away, from: '2026-11-20T14:30:00.000Z' } }, '', 0],
  ['offers nothing after it', { away: { ...away, until: '2026-11-20T13:59:00.000Z' } }, '', 0],
  ['forgets what was asked on another day', { returnNotice: { ...asked, askedAt: '2026-11-19T13:50:00.000Z' } }, '', 0],
])('ReturnNotice %s', (_, fields, said, offers) => {
  render(<ReturnNotice person={{ ...maya, ...fields }} />);
  expect(screen.queryByRole('status')?.textContent ?? '').toMatch(new RegExp(`^${said}`));
  expect(screen.queryAllByRole('button', { name: ASK })).toHaveLength(offers);
});

test('ReturnNotice says that asking failed, and can be tried again', async () => {
  fakeApi({ [`PUT ${NOTICE}`]: { status: 409, body: { error: { code: 'NOT_AWAY', message: '' } } } });
  render(<ReturnNotice person={{ ...maya, away }} />);
  await userEvent.click(screen.getByRole('button', { name: ASK }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That didn’t work');
  expect(screen.getByRole('button', { name: ASK })).toBeEnabled();
});
