import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { loadTimeline } from 'shared-ui';
import {
  API_FAULT_NAMES,
  breakApi,
  careEvent,
  fakeApi,
  hasUnsentTyping,
  jordan,
  openPage,
  openRoutes,
  pathsOf,
  pretendVisible,
  supporter,
  untranslatedShown,
} from 'shared-ui/testing';
import feature from './feature.tsx';

pretendVisible();

const TIMELINE = { 'GET events': [careEvent({ id: 'e' })], 'GET v1/profiles': [jordan], 'GET v1/notifications': [] };
const SUPPORTERS = { 'GET v1/supporters': [supporter({ id: 'sam', name: 'Sam Avery' })] };
const REQUESTS = { 'GET v1/profiles/1/requests': [] };
const SAMPLE = 'Half a sentence';

/** Expected behaviour of a screen when its calls fail; one row per screen. */
type Row =
  /** Shows fetched data: reports the failure and offers to try again. */
  | { at: string; reads: true }
  /** Makes no request. */
  | { at: string; heading: string }
  /** Sends a form: on failure it keeps the input, shows one sentence and can be sent again. */
  | { at: string; healthy: object; fill(user: UserEvent): Promise<void>; press: string; holds(): void };

const typeInto = (label: string) => (user: UserEvent) => user.type(screen.getByLabelText(label), SAMPLE);
const holds =
  (label: string, value = SAMPLE) =>
  () =>
    expect(screen.getByLabelText(label)).toHaveValue(value);

const PLANS = { 'GET v1/profiles/1/plans': { today: '2026-11-25', plans: [], questions: [] } };

const ROWS: Record<string, Row> = {
  'profile/:profileId/plan': { at: '/profile/1/plan', reads: true },
  'profile/:profileId/daily-question': { at: '/profile/1/daily-question', reads: true },
  'profile/:profileId/plan/question': {
    at: '/profile/1/plan/question',
    healthy: TIMELINE,
    fill: typeInto('Your question'),
    press: 'Put it on my list',
    holds: holds('Your question'),
  },
  app: { at: '/app', reads: true },
  'app/*': { at: '/app/anything', reads: true },
  'app/access-log': { at: '/app/access-log', reads: true },
  'app/help': { at: '/app/help', healthy: {}, fill: typeInto('Comments'), press: 'Submit', holds: holds('Comments') },
  'app/settings': {
    at: '/app/settings',
    healthy: {},
    async fill(user) {
      await user.clear(screen.getByLabelText('Email', { selector: '[type=email]' }));
      await user.type(screen.getByLabelText('Email', { selector: '[type=email]' }), 'maya@example.org');
    },
    press: 'Save',
    holds: () => expect(screen.getByLabelText('Email', { selector: '[type=email]' })).toHaveValue('maya@example.org'),
  },
  'app/demo': { at: '/app/demo', heading: 'Demo story' },
  'profile/:profileId/events': { at: '/profile/1/events', reads: true },
  'profile/:profileId/events/:eventId': { at: '/profile/1/events/e', reads: true },
  'profile/:profileId/supporters': { at: '/profile/1/supporters', reads: true },
  'profile/:profileId/supporters/create': {
    at: '/profile/1/supporters/create',
    healthy: { ...TIMELINE, ...SUPPORTERS },
    async fill(user) {
      await user.type(screen.getByLabelText('Name'), 'Lee');
      await user.type(screen.getByLabelText('Mobile Phone Number'), '4165550177');
    },
    press: 'Send Invite',
    holds: holds('Name', 'Lee'),
  },
  'profile/:profileId/supporters/details/:supporterId': {
    at: '/profile/1/supporters/details/sam',
    healthy: { ...TIMELINE, ...SUPPORTERS },
    fill: async (user) => user.click(await screen.findByRole('switch', { name: 'Can view care plans' })),
    press: 'Update',
    holds: () => expect(screen.getByRole('switch', { name: 'Can view care plans' })).not.toBeChecked(),
  },
  'profile/:profileId/requests': { at: '/profile/1/requests', reads: true },
  'profile/:profileId/requests/need': {
    at: '/profile/1/requests/need',
    healthy: { ...TIMELINE, ...REQUESTS },
    async fill(user) {
      await user.click(screen.getByRole('button', { name: 'Something else' }));
      await typeInto('Your message')(user);
    },
    press: 'Send',
    holds: holds('Your message'),
  },
  'profile/:profileId/requests/new': {
    at: '/profile/1/requests/new',
    healthy: { ...TIMELINE, ...REQUESTS },
    fill: async (user) => user.type(await screen.findByLabelText('Your message'), SAMPLE),
    press: 'Send',
    holds: holds('Your message'),
  },
  'profile/:profileId/resources': { at: '/profile/1/resources', heading: 'My Resources' },
  'profile/:profileId/messages': { at: '/profile/1/messages', heading: 'My Messages' },
  'profile/:profileId/messages/:messageId': { at: '/profile/1/messages/m', heading: 'COVID-19 precautions' },
};

/** Redirects home and renders nothing. */
const LEADS_ON = ['profile/:profileId/*'];

beforeEach(openPage);

test('every screen has a row in ROWS', () => {
  const screens = pathsOf(feature.routes).filter((path) => !LEADS_ON.includes(path));
  expect(Object.keys(ROWS).sort()).toEqual(screens.sort());
});

const heading = () => screen.findByRole('heading', { level: 1 });

test.each(Object.entries(ROWS))('%s shows no words that no catalogue has', async (_, { at }) => {
  fakeApi({ ...TIMELINE, ...SUPPORTERS, ...REQUESTS, ...PLANS, 'GET v1/access-log': [] });
  void loadTimeline().catch(() => undefined);
  await openRoutes(feature.routes, at);
  await heading();
  expect(await untranslatedShown()).toEqual([]);
});

describe.each(API_FAULT_NAMES)('%s', (fault) => {
  test.each(Object.entries(ROWS))(
    '%s keeps its heading and input, shows one sentence and offers a next step',
    async (_, row) => {
      if ('press' in row) {
        const calls = breakApi(fault, { ...row.healthy });
        const user = await openRoutes(feature.routes, row.at);
        await heading();
        expect(hasUnsentTyping()).toBe(false);
        await row.fill(user);
        expect(hasUnsentTyping()).toBe(true);
        // The screen's own reads may be retried in the meantime.
        const sent = () => calls.filter(({ route }) => !route.startsWith('GET ')).length;
        const before = sent();
        await user.click(screen.getByRole('button', { name: row.press }));
        expect(await screen.findAllByRole('alert')).toHaveLength(1);
        expect(screen.getByRole('alert')).toHaveTextContent(/\w+ .*\./);
        row.holds();
        await waitFor(() => expect(screen.getByRole('button', { name: row.press })).not.toHaveAttribute('aria-busy'));
        await user.click(screen.getByRole('button', { name: row.press }));
        await waitFor(() => expect(sent()).toBe(before + 2));
        return;
      }
      breakApi(fault);
      if (!('reads' in row)) {
        await openRoutes(feature.routes, row.at);
        expect(await heading()).toHaveTextContent(row.heading);
        return;
      }
      void loadTimeline().catch(() => undefined);
      const user = await openRoutes(feature.routes, row.at);
      expect(await heading()).not.toBeEmptyDOMElement();
      expect(await screen.findAllByRole('alert')).toHaveLength(1);
      fakeApi({ ...TIMELINE, ...SUPPORTERS, ...REQUESTS, ...PLANS, 'GET v1/access-log': [] });
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
      expect(await heading()).toBeVisible();
    },
  );
});
