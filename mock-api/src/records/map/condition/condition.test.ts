import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, SUBJECT } from '../../testing/map-one.ts';

const coded = (code: string) => ({ coding: [{ code }] });
const condition = (fields: object) => ({
  resourceType: 'Condition',
  id: 'c',
  subject: SUBJECT,
  code: { text: 'Asthma' },
  ...fields,
});

const CASES: [string, object, object][] = [
  [
    'is current',
    { clinicalStatus: coded('active'), onsetDateTime: '2012-11' },
    { name: 'Asthma', state: 'current', since: 'November 2012', remark: null },
  ],
  [
    'is over',
    { clinicalStatus: coded('resolved'), abatementDateTime: '2013-04-01' },
    { state: 'past', until: 'April 1, 2013' },
  ],
  [
    'is being looked into while it is only possible',
    { clinicalStatus: coded('active'), verificationStatus: coded('differential') },
    { state: 'looked-into', remark: 'Being looked into' },
  ],
  [
    'is kept when it was only possible and is over',
    { clinicalStatus: coded('inactive'), verificationStatus: coded('differential') },
    { why: 'state' },
  ],
  ['says until what age', { abatementAge: { value: 54, unit: 'years' } }, { until: 'age 54 years' }],
  ['is kept when it was ruled out', { verificationStatus: coded('refuted') }, { why: 'state' }],
  ['is kept while it is not confirmed', { verificationStatus: coded('unconfirmed') }, { why: 'state' }],
  ['is kept without a name', { code: undefined }, { why: 'empty' }],
  ['says since what age', { onsetAge: { value: 52, unit: 'years' } }, { since: 'age 52 years', state: 'unclear' }],
  ['keeps words for a date', { onsetString: 'approximately November 2012' }, { since: 'approximately November 2012' }],
  ['names its place', { bodySite: [{ text: 'Left ear' }] }, { name: 'Asthma – Left ear' }],
  [
    'drops what SNOMED adds to a name',
    { code: { coding: [{ system: 'http://snomed.info/sct', code: '1', display: 'Stroke (disorder)' }] } },
    { name: 'Stroke' },
  ],
  [
    'keeps brackets of other systems',
    { code: { coding: [{ system: 'http://loinc.org', code: '1', display: 'Stroke (disorder)' }] } },
    { name: 'Stroke (disorder)' },
  ],
];

describe('a Condition', () => {
  for (const [title, fields, expected] of CASES)
    it(title, () => {
      const body = bodyOf(condition(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });
});
