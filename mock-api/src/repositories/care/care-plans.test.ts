import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CarePlanBody } from '../../common/documents.ts';
import { sameInEach } from '../../common/i18n.ts';
import { PHYSICIANS } from '../../demo/people.ts';
import { toCarePlans } from './care-plans.ts';

const plan = (id: string, conditions: string[] | undefined, fields: Partial<CarePlanBody> = {}, profile = 1) => {
  const body: CarePlanBody = {
    title: sameInEach(`Plan ${id}`),
    doctor: `Dr. ${id}`,
    duration: sameInEach(''),
    carePlans: [{ title: sameInEach(`Line of ${id}`), comments: sameInEach('') }],
    ...(conditions && { conditions }),
    ...fields,
  };
  const row = { id, user_id: 'u', profile_id: profile, created_at: '2026-01-01', document: '', withheld: 0 };
  return { row: { ...row, source: null, hash: null, arrived_at: null }, body };
};

test('running plans for the same condition are one plan, which says where each line is from', () => {
  const plans = [
    plan('a', ['diabetes', 'asthma']),
    plan('b', ['fracture']),
    plan('c', ['diabetes', 'hypertension']),
    plan('d', undefined),
    plan('e', ['hypertension']),
  ];
  const [merged, ...others] = toCarePlans(plans, 'en');
  assert.deepEqual(
    others.map(({ id, data }) => [id, data.sources]),
    [
      ['b', undefined],
      ['d', undefined],
    ],
  );
  assert.deepEqual([merged?.id, merged?.data.title, merged?.data.doctor], ['a', 'Plan a', 'Dr. a']);
  assert.deepEqual(
    merged?.data.carePlans.map(({ title, source }) => [title, merged.data.sources?.[source ?? -1]?.doctor]),
    ['a', 'c', 'e'].map((id) => [`Line of ${id}`, `Dr. ${id}`]),
  );
});

test('a finished plan, and one of another profile, stay apart from a running plan for the same condition', () => {
  const plans = [
    plan('running', ['asthma']),
    plan('completed', ['asthma'], { isCompleted: true }),
    plan('past', ['asthma'], { until: '2020-01' }),
    plan('of another', ['asthma'], {}, 2),
  ];
  assert.equal(toCarePlans(plans, 'en').length, 4);
});

test('a plan names its doctor with the title of the reader’s language', () => {
  const plans = [plan('a', undefined, { doctor: PHYSICIANS.osei }), plan('b', undefined, { doctor: 'Dr. b' })];
  const doctorsIn = (locale: 'en' | 'fr') => toCarePlans(plans, locale).map(({ data }) => data.doctor);
  assert.deepEqual(doctorsIn('en'), ['Dr. Amara Osei', 'Dr. b']);
  assert.deepEqual(doctorsIn('fr'), ['Dre Amara Osei', 'Dr. b']);
});
