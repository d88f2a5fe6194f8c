import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, SUBJECT } from '../../testing/map-one.ts';

const plan = (fields: object) => ({
  resourceType: 'CarePlan',
  id: 'p',
  status: 'active',
  intent: 'plan',
  subject: SUBJECT,
  period: { start: '2026-01-01', end: '2026-02' },
  ...fields,
});
const line = (title: string, comments = '') => ({ title, comments });

const CASES: [string, object, object][] = [
  [
    'lists activities, by description before code',
    {
      title: 'Weight',
      activity: [
        { detail: { description: 'Walk', code: { text: 'Exercise' }, scheduledString: '3 times a week' } },
        { detail: { code: { text: 'Diet' } } },
      ],
    },
    {
      title: 'Weight',
      duration: 'January 1, 2026 to February 2026',
      carePlans: [line('Walk', '3 times a week'), line('Diet')],
    },
  ],
  [
    'says what not to do',
    { activity: [{ detail: { doNotPerform: true, description: 'Lift weights', scheduledString: '2026-01-02' } }] },
    { title: 'Care plan', carePlans: [{ ...line('Not: Lift weights', 'January 2, 2026'), kind: 'warning' }] },
  ],
  [
    'marks when to get help',
    { activity: [{ detail: { description: 'Come back at once if you vomit' } }] },
    { carePlans: [{ ...line('Come back at once if you vomit'), kind: 'warning' }] },
  ],
  [
    'leaves out cancelled activities',
    { title: 'Plan', activity: [{ detail: { status: 'cancelled', description: 'Walk' } }] },
    { carePlans: [] },
  ],
  [
    'lists contained goals',
    {
      goal: [{ reference: '#g' }],
      contained: [{ resourceType: 'Goal', id: 'g', description: { text: 'Lose weight' } }],
    },
    { carePlans: [{ ...line('Goal: Lose weight'), kind: 'goal' }] },
  ],
  [
    'follows an activity’s reference',
    {
      activity: [{ reference: { reference: '#a' } }],
      contained: [{ resourceType: 'ServiceRequest', id: 'a', code: { text: 'X-ray' } }],
    },
    { carePlans: [line('X-ray')] },
  ],
  [
    'marks a plan for going home, and one that is completed',
    { title: 'Plan', status: 'completed', category: [{ coding: [{ code: '736372004' }] }] },
    { isForDischarge: true, isCompleted: true, until: '2026-02' },
  ],
  ['keeps a proposal', { intent: 'proposal', title: 'Plan' }, { why: 'state' }],
  ['keeps a draft', { status: 'draft', title: 'Plan' }, { why: 'state' }],
  ['keeps a plan that says nothing', {}, { why: 'empty' }],
];

describe('a CarePlan', () => {
  for (const [title, fields, expected] of CASES)
    it(title, () => {
      const body = bodyOf(plan(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });
});
