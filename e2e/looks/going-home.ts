import type { Page } from 'playwright/test';
import type { Day, GoingHome } from '../../mock-api/src/contract.ts';
import { expect } from '../support/fixtures.ts';
import { all, answer } from './faults.ts';
import type { Group, World } from './screen-state.ts';

const source = { name: 'Northside General Hospital', checkedAt: new Date().toISOString(), state: 'ok' as const };
const item = { at: null, lang: null };
const past = { ...item, until: null, notes: [], why: [] };

const METOPROLOL = {
  ...past,
  id: 'm',
  point: 'm',
  name: 'Metoprolol 25 mg',
  state: 'current' as const,
  how: ['1 tablet with food'],
  times: ['08:00', '20:00'],
  for: ['High blood pressure'],
  basis: 'prescribed' as const,
};
const IBUPROFEN = { ...METOPROLOL, id: 'i', point: 'i', name: 'Ibuprofen', state: 'do-not-take' as const, times: [] };
const VISIT = {
  ...item,
  id: 'a',
  point: 'a',
  name: 'Suivi',
  lang: 'fr',
  start: '2099-12-09T19:15:00.000Z',
  end: null,
  status: 'Booked',
  place: 'Head injury clinic, Level 1',
  people: ['Dr. Amara Osei'],
  eventId: null,
};
const LIST: GoingHome = {
  source,
  plans: [
    {
      id: 'plan',
      title: 'Going home after your fall',
      doctor: 'Dr. Amara Osei',
      points: [
        {
          point: 'drive',
          kind: 'warning',
          title: 'Not: Drive a car',
          text: 'Until the clinic says you may',
          lang: null,
        },
        { point: 'rest', kind: 'advice', title: 'Rest, and keep screens short', text: 'First two days', lang: null },
        { point: 'goal', kind: 'goal', title: 'Goal: Walk to the corner store and back', text: '', lang: null },
      ],
    },
  ],
  medications: [METOPROLOL, { ...IBUPROFEN, how: [], for: [] }],
  appointments: [VISIT],
  allergies: {
    point: 'allergies',
    statement: null,
    conflict: null,
    items: [
      {
        ...item,
        id: 'p',
        name: 'Penicillin',
        state: 'current',
        risk: 'high',
        isCertain: true,
        reactions: [{ name: 'Hives', severity: 'severe', at: null }],
        notes: [],
      },
    ],
  },
  contacts: { point: 'contacts' },
  ticked: ['rest', 'm'],
};
const asked = {
  id: 'r',
  profileId: 1,
  isYours: true,
  kind: 'question',
  about: { type: 'going-home', id: 'drive', title: 'Checklist for going home' },
  text: 'I’m not sure about this: Not: Drive a car',
  status: 'sent',
  who: 'Jordan Avery',
  createdAt: '2026-11-20T08:00:00.000Z',
  seenAt: null,
  doneAt: null,
  replies: [],
};
const member = { ...past, id: 't', name: 'Camille Lavoie', role: 'Nurse', isNow: false, isPast: false, isYou: false };
const withoutPoint = <Item extends { point: string }>({ point: _point, ...shown }: Item) => shown;
const DAY: Day = {
  source,
  next: { step: null, appointments: [withoutPoint(VISIT)] },
  medications: [withoutPoint(METOPROLOL)],
  careTeam: [{ ...member, id: 'o', name: 'Dr. Amara Osei', role: 'Emergency physician', isNow: true }, member],
};
const PROFILE = {
  id: 1,
  title: 'Jordan Avery',
  message: '',
  hasDay: true,
  data: { firstName: 'Jordan', lastName: 'Avery', organization: source.name, previousStay: null },
};

/** A page is called stable below 0.1; the day has its place reserved. */
const MOST_SHIFT = 0.02;

/** Sums up the layout shifts of the page (Cumulative Layout Shift without its windows). */
const watchLayoutShifts = ({ context }: World) =>
  context.addInitScript(() => {
    let sum = 0;
    Reflect.set(globalThis, 'layoutShift', () => sum);
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        if (Reflect.get(shift, 'hadRecentInput') !== true) sum += Number(Reflect.get(shift, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });

const layoutShift = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(globalThis, 'layoutShift')());

/** What comes from the hospital's record for the way home. */
export const GOING_HOME: Group = {
  name: 'going-home',
  as: 'patient',
  states: [
    {
      name: 'day',
      path: '/app',
      heading: /Jordan/,
      before: all(answer('profiles', [PROFILE]), answer('profiles/1/day', DAY), watchLayoutShifts),
      act: async (page) => {
        await page.getByText('Medications today').waitFor();
        expect(await layoutShift(page), 'what moves when the day arrives').toBeLessThan(MOST_SHIFT);
      },
      see: 'Medications today',
    },
    {
      name: 'list',
      path: '/profile/1/going-home',
      heading: 'Going home',
      before: all(answer('profiles/1/going-home', LIST), answer('profiles/1/requests', [asked])),
      act: async (page) => {
        await page.getByRole('button', { name: /not sure.*Metoprolol/ }).click();
        await page.getByLabel('What would you like to know?').fill('What if I forget one?');
      },
      see: 'Not: Drive a car',
    },
  ],
};
