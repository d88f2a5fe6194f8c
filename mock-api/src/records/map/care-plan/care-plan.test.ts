import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, mapOne, SUBJECT } from '../../testing/map-one.ts';

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
    { title: 'Care plan', carePlans: [line('Not: Lift weights', 'January 2, 2026')] },
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
    { carePlans: [line('Goal: Lose weight')] },
  ],
  [
    'follows an activity’s reference',
    {
      activity: [{ reference: { reference: '#a' } }],
      contained: [{ resourceType: 'ServiceRequest', id: 'a', code: { text: 'X-ray' } }],
    },
    { carePlans: [line('X-ray')] },
  ],
  ['keeps a proposal', { intent: 'proposal', title: 'Plan' }, { why: 'state' }],
  ['keeps a draft', { status: 'draft', title: 'Plan' }, { why: 'state' }],
  ['keeps a plan that says nothing', {}, { why: 'empty' }],
];

const french = (content: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'fr-CA' },
        { url: 'content', valueString: content },
      ],
    },
  ],
});

describe('a CarePlan', () => {
  it('has the words of the source in its translation', () => {
    const detail = { description: 'Rest', _description: french('Repos'), scheduledString: '2026-03-01' };
    const [first] = mapOne(plan({ title: 'Home', _title: french('Maison'), activity: [{ detail }] }));
    assert.deepEqual(first?.row.table === 'care_plans' && first.row.body.title, { en: 'Home', fr: 'Maison' });
    assert.deepEqual(first?.row.table === 'care_plans' && first.row.body.carePlans, [
      { title: { en: 'Rest', fr: 'Repos' }, comments: { en: 'March 1, 2026', fr: '1er mars 2026' } },
    ]);
  });

  for (const [title, fields, expected] of CASES)
    it(title, () => {
      const body = bodyOf(plan(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });
});
