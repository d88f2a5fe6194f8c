import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coded, inFrench, mapOne, SUBJECT, testCases } from '../../testing/map-one.ts';

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
const warning = (title: string, comments = '') => ({ ...line(title, comments), kind: 'warning' });
const activities = (...descriptions: string[]) => descriptions.map((description) => ({ detail: { description } }));
const contained = (id: string, text: string, fields: object = {}) => ({
  resourceType: 'Goal',
  id,
  description: { text },
  ...fields,
});

const WARNINGS = [
  'Come back at once if you vomit',
  'If you vomit more than once, return to the emergency department',
  'Revenez à l’urgence si vous vomissez',
  'En cas de fièvre, appelez le 811',
  'Consultez un médecin si la douleur augmente',
];
/** What not to do, in the words of a plan -> as it is shown. */
const NOT_TO = {
  'Exercise for two weeks': 'Don’t exercise for two weeks',
  'Exercise program': 'Don’t do this: Exercise program',
  'Use of crutches': 'Don’t do this: Use of crutches',
  'Push-ups': 'Don’t do this: Push-ups',
  'Nordic walking': 'Don’t do this: Nordic walking',
  'Do not drive': 'Do not drive',
  'Avoid alcohol': 'Avoid alcohol',
};
const NOT_TO_IN_FRENCH = {
  'Soulever des charges': 'Ne pas soulever des charges',
  'Se pencher': 'Ne pas se pencher',
  Sucre: 'À ne pas faire\u00a0: Sucre',
  'Toucher rectal': 'À ne pas faire\u00a0: Toucher rectal',
  'Ne soulevez rien': 'Ne soulevez rien',
  'Éviter l’alcool': 'Éviter l’alcool',
};
const ADVICE = 'Rest, then call a friend if you like';

describe('a CarePlan', () => {
  it('has the words of the source in its translation', () => {
    const detail = { description: 'Rest', _description: inFrench('Repos'), scheduledString: '2026-03-01' };
    const [first] = mapOne(plan({ title: 'Home', _title: inFrench('Maison'), activity: [{ detail }] }));
    assert.partialDeepStrictEqual(
      first?.row.table === 'care_plans' && [first.row.body.title, first.row.body.carePlans],
      [
        { en: 'Home', fr: 'Maison' },
        [{ title: { en: 'Rest', fr: 'Repos' }, comments: { en: 'March 1, 2026', fr: '1er mars 2026' } }],
      ],
    );
  });

  it('names the same condition alike, by its entry in the record or by its code', () => {
    const condition = (id: string, code: string) => ({
      resourceType: 'Condition',
      id,
      subject: SUBJECT,
      code: { coding: [{ system: 'http://snomed.info/sct', code }] },
    });
    const conditions = [condition('a', '44054006'), condition('b', '44054006'), condition('c', '195967001')];
    const of = (...ids: string[]) => {
      const addresses = ids.map((id) => ({ reference: `Condition/${id}` }));
      const [first] = mapOne(plan({ title: 'Plan', addresses }), conditions);
      return new Set(first?.row.table === 'care_plans' ? first.row.body.conditions : []);
    };
    const shares = (one: Set<string>, other: Set<string>) => [...one].some((name) => other.has(name));
    assert.deepEqual(
      [of('b'), of('a', 'c'), of('c'), of('unknown'), of()].map((other) => shares(of('a'), other)),
      [true, true, false, false, false],
    );
    assert.ok(shares(of('unknown'), of('unknown')));
  });

  it('says what not to do in a sentence only with a verb that it knows, in either language', () => {
    const shown = (locale: 'en' | 'fr', words: readonly string[]) => {
      const activity = words.map((description) => ({ detail: { doNotPerform: true, description } }));
      const [first] = mapOne(plan({ activity }));
      return first?.row.table === 'care_plans' ? first.row.body.carePlans.map(({ title }) => title[locale]) : [];
    };
    for (const [locale, table] of [['en', NOT_TO] as const, ['fr', NOT_TO_IN_FRENCH] as const])
      assert.deepEqual(shown(locale, Object.keys(table)), Object.values(table));
  });

  testCases(
    [
      [
        'lists activities, by description before code, without cancelled ones',
        {
          title: 'Weight',
          activity: [
            { detail: { description: 'Walk', code: { text: 'Exercise' }, scheduledString: '3 times a week' } },
            { detail: { code: { text: 'Diet' } } },
            { detail: { status: 'on-hold', description: 'Swim' } },
            { detail: { status: 'cancelled', description: 'Run' } },
          ],
        },
        {
          title: 'Weight',
          duration: 'January 1, 2026 to February 2026',
          carePlans: [line('Walk', '3 times a week'), line('Diet'), line('Swim', 'On hold')],
        },
      ],
      [
        'says what not to do',
        { activity: [{ detail: { doNotPerform: true, description: 'Lift weights', scheduledString: '2026-01-02' } }] },
        { title: 'Care plan', carePlans: [warning('Don’t lift weights', 'January 2, 2026')] },
      ],
      [
        'marks when to get help, and nothing that it does not recognize',
        { activity: activities(...WARNINGS, ADVICE) },
        { carePlans: [...WARNINGS.map((text) => warning(text)), line(ADVICE)] },
      ],
      [
        'marks all lines of a plan of warning signs',
        { title: 'Signes d’alerte', activity: activities('Forte fièvre') },
        { carePlans: [warning('Forte fièvre')] },
      ],
      [
        'leaves out a cancelled goal, and says what came of the others',
        {
          goal: ['#a', '#b', '#c'].map((reference) => ({ reference })),
          contained: [
            contained('a', 'Run', { lifecycleStatus: 'cancelled' }),
            contained('b', 'Lose weight', { lifecycleStatus: 'on-hold' }),
            contained('c', 'Walk', {
              achievementStatus: {
                coding: [{ system: 'http://terminology.hl7.org/CodeSystem/goal-achievement', code: 'achieved' }],
              },
            }),
          ],
        },
        { carePlans: [goal('Goal: Lose weight', 'On hold'), goal('Goal: Walk', 'Reached')] },
      ],
      [
        'is shown without a date of its own if its activities have one',
        {
          period: undefined,
          activity: [{ detail: { description: 'Walk', scheduledPeriod: { start: '2026-01-02' } } }],
        },
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
        { title: 'Plan', status: 'completed', category: [coded('736372004')] },
        { isForDischarge: true, isCompleted: true, until: '2026-02' },
      ],
      ['keeps a proposal', { intent: 'proposal', title: 'Plan' }, { why: 'state' }],
      ['keeps a draft', { status: 'draft', title: 'Plan' }, { why: 'state' }],
    ],
    plan,
  );
});
