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
const goal = (title: string, comments = '') => ({ ...line(title, comments), kind: 'goal' });

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
  ...[
    'If you vomit more than once, return to the emergency department',
    'Revenez à l’urgence si vous vomissez',
    'En cas de fièvre, appelez le 811',
    'Consultez un médecin si la douleur augmente',
  ].map((description): (typeof CASES)[number] => [
    `marks “${description}”`,
    { activity: [{ detail: { description } }] },
    { carePlans: [{ ...line(description), kind: 'warning' }] },
  ]),
  [
    'keeps what it does not recognize as advice',
    { activity: [{ detail: { description: 'Rest, then call a friend if you like' } }] },
    { carePlans: [line('Rest, then call a friend if you like')] },
  ],
  [
    'marks all lines of a plan of warning signs',
    { title: 'Signes d’alerte', activity: [{ detail: { description: 'Forte fièvre' } }] },
    { carePlans: [{ ...line('Forte fièvre'), kind: 'warning' }] },
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
    { carePlans: [goal('Goal: Lose weight')] },
  ],
  [
    'leaves out a cancelled goal, and says what came of the others',
    {
      goal: ['#a', '#b', '#c'].map((reference) => ({ reference })),
      contained: [
        { resourceType: 'Goal', id: 'a', lifecycleStatus: 'cancelled', description: { text: 'Run' } },
        { resourceType: 'Goal', id: 'b', lifecycleStatus: 'on-hold', description: { text: 'Lose weight' } },
        {
          resourceType: 'Goal',
          id: 'c',
          achievementStatus: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/goal-achievement', code: 'achieved' }],
          },
          description: { text: 'Walk' },
        },
      ],
    },
    { carePlans: [goal('Goal: Lose weight', 'On hold'), goal('Goal: Walk', 'Reached')] },
  ],
  [
    'says how often, and what is done',
    {
      activity: [
        {
          detail: {
            status: 'completed',
            description: 'Weigh yourself',
            scheduledTiming: { repeat: { frequency: 1, period: 1, periodUnit: 'd' } },
          },
        },
        {
          detail: {
            description: 'First visit',
            scheduledTiming: { repeat: { boundsPeriod: { start: '2026-02-14', end: '2026-02-28' } } },
          },
        },
      ],
    },
    {
      carePlans: [
        line('Weigh yourself', 'Finished · once a day'),
        line('First visit', 'February 14, 2026 to February 28, 2026'),
      ],
    },
  ],
  [
    'is shown without a date of its own if its activities have one',
    { period: undefined, activity: [{ detail: { description: 'Walk', scheduledPeriod: { start: '2026-01-02' } } }] },
    { carePlans: [line('Walk', 'From January 2, 2026')] },
  ],
  [
    'is shown if only what came of an activity has a date',
    {
      period: undefined,
      activity: [{ detail: { description: 'Chemotherapy' }, outcomeReference: [{ reference: '#p' }] }],
      contained: [{ resourceType: 'Procedure', id: 'p', performedPeriod: { start: '2026-01-02' } }],
    },
    { carePlans: [line('Chemotherapy')] },
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
