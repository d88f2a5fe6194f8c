import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addEvents, EVENT_TYPE, runtimeConfig } from 'shared-ui';
import {
  careEvent,
  fakeApi,
  jordan,
  maya,
  openPage,
  openRoutes,
  patient,
  setRuntimeConfig,
  store,
  supporter,
} from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { step, stopClock, supporterRequest, survey, timeline } from '../../testing/home-data.ts';

const delayed = step({
  profileId: 2,
  title: 'MRI',
  at: '2026-11-20T15:00:00.000Z',
  delay: { minutes: 20, reason: 'An emergency came first.' },
});
const ofMaya = (id: string, fields: object) =>
  careEvent({ id, profileId: 2, type: EVENT_TYPE.HOSPITAL, isShared: true, ...fields });
const read = { status: 'VIEWED', viewed: true } as const;

const { permissions: ALL } = supporter({ id: 's' });
const NOTHING = {
  statusUpdates: false,
  medicalRecords: false,
  diagnosticResults: true,
  carePlans: true,
  feedback: false,
};

/** Opens home as an account that only supports others. */
async function openAsSupporter(profiles: unknown, events: unknown): Promise<void> {
  store.setState(({ session }) => ({ session: { ...session, me: { ...patient, roleType: 'supporter' } } }));
  fakeApi(timeline(events, [], profiles));
  await openRoutes(feature.routes, '/app');
}

beforeEach(() => {
  openPage();
  stopClock('2026-11-20T14:00:00.000Z');
});
afterEach(() => jest.useRealTimers());

test('a supporter’s home leads with each person’s next step, its delay and reason, and what needs attention', async () => {
  const events = [
    ofMaya('latest', { ...read, name: 'Room ready' }),
    ofMaya('third', { ...read, name: 'Third', createdAt: '2026-11-20T07:00:00.000Z' }),
    ofMaya('fourth', { ...read, name: 'Fourth', createdAt: '2026-11-20T06:00:00.000Z' }),
    ofMaya('urgent', { name: 'Come now', status: 'URGENT', createdAt: '2026-11-20T05:00:00.000Z' }),
  ];
  await openAsSupporter([jordan, { ...maya, next: delayed }], events);
  const person = within(await screen.findByRole('region', { name: 'Maya Chen' }));
  expect(person.getByText('What happens next for Maya')).toBeVisible();
  expect(person.getByRole('heading', { name: 'MRI' })).toBeVisible();
  expect(person.getByText(/^Planned: Today, .*Now: about/)).toBeInTheDocument();
  expect(person.getByText('Delayed by 20 minutes: An emergency came first.')).toBeVisible();
  const rows = within(person.getByRole('list', { name: 'Maya’s latest events' })).getAllByRole('link');
  expect(rows.map((row) => /Come now|Room ready|Third|Fourth/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Come now',
    'Room ready',
    'Third',
  ]);
  expect(person.getByRole('link', { name: 'See all of Maya’s events' })).toHaveAttribute('href', '/profile/2/events');
  expect(screen.queryByText('Nothing has happened yet')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'I need something' })).not.toBeInTheDocument();
});

test('a supporter’s home shows new results before other new events, and the day below them', async () => {
  const events = [
    ofMaya('other', { name: 'Admitted' }),
    ofMaya('result', { type: EVENT_TYPE.RESULT, name: 'X-ray results', createdAt: '2026-11-20T05:00:00.000Z' }),
  ];
  await openAsSupporter([jordan, { ...maya, hasDay: true }], events);
  const person = within(await screen.findByRole('region', { name: 'Maya Chen' }));
  const rows = within(person.getByRole('list', { name: 'Maya’s latest events' })).getAllByRole('link');
  expect(rows.map((row) => /Admitted|X-ray results/.exec(row.textContent ?? '')?.[0])).toEqual([
    'X-ray results',
    'Admitted',
  ]);
  const day = await person.findByRole('region', { name: 'Maya’s day' });
  expect(rows[1]?.compareDocumentPosition(day)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a supporter’s home links to records that patients share, and not to their own', async () => {
  const { permissions } = supporter({ id: 's' });
  const sam = { ...maya, id: 3, permissions: { ...permissions, medicalRecords: false } };
  await openAsSupporter([jordan, { ...maya, permissions }, sam], []);
  await screen.findAllByRole('region', { name: 'Maya Chen' });
  const links = screen.getAllByRole('link', { name: /records$/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Maya’s records', '/profile/2/records'],
  ]);
});

test.each([
  ['without events', [], 0],
  ['with a result', [ofMaya('result', { type: EVENT_TYPE.RESULT })], 1],
])('a supporter’s home %s leads to the events of a person without status updates %#', async (_, events, links) => {
  await openAsSupporter([jordan, { ...maya, permissions: { ...ALL, statusUpdates: false } }], events);
  await screen.findByRole('region', { name: 'Maya Chen' });
  expect(screen.queryAllByRole('link', { name: 'See all of Maya’s events' })).toHaveLength(links);
});

test('a supporter’s home says what to do when a person shares nothing, and leads nowhere', async () => {
  await openAsSupporter([jordan, { ...maya, permissions: NOTHING }], []);
  const person = within(await screen.findByRole('region', { name: 'Maya Chen' }));
  expect(person.getByText(/^Maya isn’t sharing anything with you right now\. Ask Maya to share/)).toBeVisible();
  expect(person.queryByRole('link')).not.toBeInTheDocument();
});

test.each([
  ['says that nothing is planned', { next: null }, 1],
  ['says so too when the time of the next step is over', { next: { ...delayed, at: '2026-11-20T12:00:00.000Z' } }, 1],
  ['says nothing about a next step that is not shared', {}, 0],
])('a supporter’s home %s', async (_, fields, times) => {
  await openAsSupporter([jordan, { ...maya, ...fields }], []);
  await screen.findByRole('region', { name: 'Maya Chen' });
  expect(screen.queryAllByText('Nothing is planned for Maya right now.')).toHaveLength(times);
  expect(screen.queryByText(/What happens next/)).not.toBeInTheDocument();
});

test('a supporter without anyone to support reads how to be invited, unless there is a request to accept', async () => {
  await openAsSupporter([jordan], []);
  expect(await screen.findByRole('heading', { name: 'You don’t support anyone yet' })).toBeVisible();
  expect(screen.getByText(/My Supporters, then Add new/)).toBeVisible();
  expect(screen.queryByText('Nothing has happened yet')).not.toBeInTheDocument();
  act(() => addEvents([supporterRequest]));
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
  expect(screen.queryByText('You don’t support anyone yet')).not.toBeInTheDocument();
});

const both = (text: string) => ({ en: text, fr: text });

test('a supporter reads what the hospital tells visitors, once they open it', async () => {
  const { brand } = runtimeConfig();
  const phone = { number: '+1 613 555 0100', extension: '12' };
  const picture = { src: 'brand/plan.png', alt: both('Plan of the wards') };
  const visitors = {
    hours: both('10 to 8'),
    parking: both('Elm Street'),
    way: both('Ask at the desk'),
    phone,
    picture,
    wards: [{ ward: '4A', number: '+1 613 555 0104', extension: '' }],
  };
  setRuntimeConfig({ ...runtimeConfig(), brand: { ...brand, visitors } });
  await openAsSupporter([jordan, maya], []);
  const opener = await screen.findByRole('button', { name: 'For visitors', expanded: false });
  await userEvent.click(opener);
  const call = await screen.findByRole('link', { name: 'Call +1 613 555 0100, extension 12' });
  expect(call).toHaveAttribute('href', 'tel:+16135550100;ext=12');
  const ward = screen.getByRole('link', { name: 'Ward 4A: +1 613 555 0104' });
  expect(ward).toHaveAttribute('href', 'tel:+16135550104');
  for (const text of ['10 to 8', 'Elm Street', 'Ask at the desk']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('img', { name: 'Plan of the wards' })).toHaveAttribute('src', '/brand/plan.png');
  expect(await axeViolations()).toEqual([]);
});

test('a supporter’s home says nothing of visits if the hospital does not', async () => {
  await openAsSupporter([jordan, maya], []);
  await screen.findByRole('region', { name: 'Maya Chen' });
  expect(screen.queryByRole('button', { name: 'For visitors' })).not.toBeInTheDocument();
});

test('a patient who also supports someone has their own events first', async () => {
  fakeApi(timeline([survey], [], [jordan, { ...maya, next: delayed }]));
  await openRoutes(feature.routes, '/app');
  const theirs = await screen.findByText('What happens next for Maya');
  const own = screen.getByText('How was your admission?');
  expect(own.compareDocumentPosition(theirs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByText('What happens next')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'I need something' })).toBeVisible();
});
