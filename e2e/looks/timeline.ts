import type { Profile } from 'mock-api/contract';
import type { Page } from 'playwright/test';
import { press } from '../support/screens/screens.ts';
import { openFirst } from './acts.ts';
import { all, answer, edit, offline } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const HOME = { path: '/app', heading: /^Good / };
const EVENTS = { path: '/profile/1/events', heading: 'My Events' };
const STORY_TOLD = 'How was your stay?';

const LONG_NAMES = [
  'Follow-up appointment with the interdisciplinary concussion and vestibular rehabilitation team',
  'Dr. Maximiliana-Wilhelmina Featherstonehaugh-Papadopoulos',
] as const;

/** Gives every event a long name, as a hospital's own systems may send them. */
const withLongNames = edit<{ name: string }[]>('events', (events) =>
  events.map((event, index) => ({ ...event, name: LONG_NAMES[index % LONG_NAMES.length] ?? '' })),
);

const NOW = new Date().toISOString();

const EVERYTHING = {
  statusUpdates: true,
  medicalRecords: true,
  diagnosticResults: true,
  carePlans: true,
  feedback: true,
};

/** Has the patient support someone, too. */
const supporting = (fields: Partial<Profile>) =>
  edit<Profile[]>('profiles', ([own, ...others]) => {
    if (!own) return others;
    const data = { ...own.data, firstName: 'Maya', lastName: 'Chen' };
    return [own, { ...own, id: 2, data, permissions: EVERYTHING, next: null, hasDay: false, ...fields }];
  });

const LISTS: ScreenState[] = [
  // First, while the phone has no copy.
  { name: 'home-failed', ...HOME, before: offline('events'), see: 'Your timeline can’t be shown just now' },
  { name: 'home-editing', ...HOME, act: (page) => press(page, 'Edit'), see: STORY_TOLD },
  {
    name: 'events-lowered',
    ...EVENTS,
    act: async (page) => {
      await press(page, 'Lower the panel');
      await page.getByRole('button', { name: /^Raise the panel/ }).waitFor();
    },
  },
  {
    name: 'home-return',
    ...HOME,
    before: supporting({ returnNotice: { askedAt: NOW, newsAt: null, backAt: null } }),
    act: (page) => page.getByText('You’ll see here when Maya is back').scrollIntoViewIfNeeded(),
    see: 'Don’t tell me after all',
  },
  { name: 'events-long-names', ...EVENTS, before: withLongNames, see: LONG_NAMES[0] },
  {
    name: 'event-deleted',
    ...EVENTS,
    act: async (page) => {
      await press(page, 'Edit');
      await press(page, 'Delete Discharged');
      await page.getByText('Event deleted').waitFor();
    },
  },
];

const PANEL: ScreenState[] = [
  { name: 'event-physician', ...EVENTS, act: openFirst(/Osei/, /Osei/), see: /emergency physician/ },
  {
    name: 'event-urgent',
    ...EVENTS,
    act: openFirst(/Brain scan now/, /Brain scan now/),
    see: /A porter is on the way/,
  },
  { name: 'event-gone', path: '/profile/1/events/nothing', heading: 'My Events', see: 'This event is no longer here' },
];

const ASKED = {
  profileId: 1,
  isYours: true,
  about: null,
  who: 'Jordan Avery',
  createdAt: '2026-11-20T08:00:00.000Z',
  seenAt: null,
  doneAt: null,
  replies: [],
};

/** Requests in each state, one with replies of staff. */
const ASKED_ALREADY = [
  { ...ASKED, id: 'c', kind: 'request', status: 'sent', text: 'May I have a second pillow?' },
  {
    ...ASKED,
    id: 'b',
    kind: 'correction',
    status: 'seen',
    about: { type: 'event', id: 'e', title: 'Admitted' },
    text: 'I came with my sister, not alone.',
  },
  {
    ...ASKED,
    id: 'a',
    kind: 'question',
    status: 'done',
    about: { type: 'result', id: 'r', title: 'Blood test' },
    text: 'Why was my blood taken twice?\n\nIt hurt a little.',
    replies: [
      { id: '1', who: 'Dana Whitfield', createdAt: '2026-11-20T09:00:00.000Z', text: 'The first tube was too small.' },
      { id: '2', who: 'Dana Whitfield', createdAt: '2026-11-20T09:05:00.000Z', text: 'The second one was fine.' },
    ],
  },
];

const FORM = { path: '/profile/1/requests/new?kind=question', heading: 'Ask the hospital' };

const LIST = { path: '/profile/1/requests', heading: 'My requests' };
const asked = (requests: unknown[]) => answer('profiles/1/requests', requests);

const NEEDED = { path: '/profile/1/requests/need', heading: 'I need something' };
const NEEDS = [
  { ...ASKED, id: 'f', kind: 'water', status: 'sent', text: '' },
  { ...ASKED, id: 'e', kind: 'toilet', status: 'on-the-way', assignee: 'Marie-Antoinette Villeneuve', text: '' },
  { ...ASKED, id: 'd', kind: 'pain', level: 4, status: 'seen', seenBy: 'Marie Roy', text: '' },
];
const open = (tile: string) => (page: Page) => press(page, tile);

const REQUESTS: ScreenState[] = [
  { name: 'need', ...NEEDED, before: asked([]), see: 'Something else' },
  { name: 'need-waiting', ...NEEDED, before: asked(NEEDS), see: 'Marie-Antoinette Villeneuve is on the way' },
  { name: 'need-toilet', ...NEEDED, before: asked([]), act: open('Help to the toilet'), see: /don’t get up alone/ },
  { name: 'need-pain', ...NEEDED, before: asked([]), act: open('Pain'), see: '10 is the worst pain' },
  { name: 'need-interpreter', ...NEEDED, before: asked([]), act: open('An interpreter'), see: 'Another language' },
  { name: 'requests', ...LIST, before: asked(ASKED_ALREADY), see: 'Seen by the hospital' },
  { name: 'request-form-errors', ...FORM, act: (page) => press(page, 'Send'), see: 'Please write what it is about.' },
];

const dayAt = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'America/Toronto' });
const PLAN = {
  date: dayAt(Date.now()),
  goal: 'Walk to the window twice, and eat a little',
  steps: [
    { text: 'Blood test', at: '08:00' },
    { text: 'Follow-up with the interdisciplinary concussion and vestibular rehabilitation team', at: '15:30' },
    { text: 'Rest' },
  ],
  people: [{ text: 'Dr. Maximiliana Featherstonehaugh, surgeon', at: '10:00' }],
  wouldChange: 'A fever, or more pain than yesterday',
  homeExpected: '2026-11-28',
  updatedAt: '2026-11-25T12:00:00.000Z',
  writtenBy: 'Kim Nguyen',
  readBack: null,
};
const SAID = { text: 'I go for a blood test at 8, then I walk.', at: '2026-11-25T13:00:00.000Z' };
const noted = (fields: object) => ({
  text: 'When can I shower?',
  about: null,
  who: 'Jordan Avery',
  isYours: true,
  createdAt: '2026-11-25T10:00:00.000Z',
  answeredAt: null,
  ...fields,
});
const planned = (today: object) =>
  answer('profiles/1/plans', {
    today: PLAN.date,
    plans: [today, { ...PLAN, date: dayAt(Date.now() - 86_400_000), goal: 'Rest' }],
    questions: [
      noted({ id: '1', about: { type: 'result', id: 'blood', title: 'Blood test' } }),
      noted({ id: '2', text: 'What is this test for?', who: 'Zoë Côté', isYours: false }),
      noted({ id: '3', text: 'May I get up by myself?', answeredAt: '2026-11-25T13:00:00.000Z' }),
    ],
  });
const PLANNED = { path: '/profile/1/plan', heading: 'Plan of the day' };

const PLANS: ScreenState[] = [
  { name: 'plan', ...PLANNED, before: planned(PLAN), see: 'Or choose what you know' },
  { name: 'plan-said', ...PLANNED, before: planned({ ...PLAN, readBack: SAID }), see: SAID.text },
];

const DAILY = {
  id: 'daily',
  type: 7,
  status: 'ACTIONABLE',
  name: 'Is there anything about your safety or care that worries you?',
  content: 'Please tell us today. It takes a moment.',
  content2: null,
  linkId: null,
  profileId: 1,
  previousStay: false,
  viewed: false,
  isRead: false,
  isDismissed: false,
  createdAt: '2026-11-25T23:00:00.000Z',
  updatedAt: '2026-11-25T23:00:00.000Z',
  deletedAt: null,
  dailyQuestion: { kind: 'worry', date: PLAN.date },
};
const AT_HOME = { ...DAILY, name: 'How are you?', dailyQuestion: { kind: 'at-home', date: PLAN.date } };
const DAY_ASKED = { path: '/profile/1/daily-question', heading: 'Today’s question' };

const DAILIES: ScreenState[] = [
  { name: 'daily-home', path: '/app', heading: /\S/, before: answer('events', [DAILY]), see: 'No, all is well' },
  { name: 'daily', ...DAY_ASKED, before: answer('events', [DAILY]), see: 'No, all is well' },
  { name: 'daily-yes', ...DAY_ASKED, before: answer('events', [DAILY]), act: open('Yes'), see: 'What worries you?' },
  {
    name: 'daily-thanks',
    ...DAY_ASKED,
    before: all(answer('events', [DAILY]), answer('profiles/1/daily-question/answer', { urgency: 'routine' })),
    act: open('No, all is well'),
    see: /^Thank you/,
  },
  { name: 'daily-at-home', ...DAY_ASKED, before: answer('events', [AT_HOME]), see: 'Worse' },
];

export const TIMELINE: Group = {
  name: 'timeline',
  walks: [
    { name: 'home and events', as: 'patient', states: LISTS },
    { name: 'panel', as: 'patient', states: PANEL },
    { name: 'requests', as: 'patient', states: REQUESTS },
    { name: 'plans', as: 'patient', states: PLANS },
    { name: 'daily questions', as: 'patient', states: DAILIES },
  ],
};
