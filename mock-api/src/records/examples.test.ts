/** Some of HL7's own examples (hl7.fhir.r4.examples 4.0.1, CC0), without narrative, against what was read in the files. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Resource } from './fhir/datatypes.ts';
import { ownKey, subjectsOf } from './fhir/references.ts';
import { readResources } from './import/read-files.ts';
import type { MappedRow } from './map/context.ts';
import { projectRecord } from './project.ts';
import { inEnglish } from './testing/map-one.ts';
import { findNames } from './words/names.ts';

const RESOURCES = new Map(
  [...readResources(join(import.meta.dirname, 'testing/examples.ndjson'), [])].map((resource) => [
    ownKey(resource),
    resource,
  ]),
);

function rowsOf(resource: Resource): MappedRow[] {
  const [patient = 'Patient/none'] = subjectsOf(resource);
  const rows = projectRecord({
    of: { userId: 'user', source: 'files' },
    patient,
    birthDate: null,
    documents: [{ key: ownKey(resource), document: JSON.stringify(resource) }],
    files: [],
    nameOf: findNames({}),
    hospital: 'Hospital',
  });
  return [...rows.values()].map(({ row }) => inEnglish(row) as MappedRow);
}

interface Shown {
  words?: string;
  verdict?: string;
  state?: string;
  name?: string;
  why?: string;
  remark?: string;
}

/** Key, and of each row: kind or table, and what it says. */
const EXPECTED: [string, ...[string, Shown][]][] = [
  ['Observation/f001', ['observation', { words: '6.3 mmol/l', verdict: 'above' }]],
  ['Observation/f005', ['observation', { words: '7.2 g/dl', verdict: 'below' }]],
  [
    'Observation/f205',
    ['observation', {}],
    ['observation', { words: 'more than 60 mL/min/1.73m2' }],
    ['observation', { words: '60 mL/min/1.73m2' }],
  ],
  [
    'Observation/glasgow',
    ['observation', { words: '13' }],
    ['observation', { words: '5 (Localizes painful stimuli)' }],
    ['observation', { words: '4 (Confused, disoriented)' }],
    ['observation', { words: '4 (Opens eyes spontaneously)' }],
  ],
  [
    'Observation/blood-pressure-dar',
    ['observation', {}],
    ['observation', { words: '107 mmHg' }],
    ['observation', { words: 'Not done' }],
  ],
  ['Observation/satO2', ['observation', { words: '95 %', verdict: 'inside' }]],
  ['Observation/f202'],
  ['DiagnosticReport/f201', ['results', { name: 'CT of head-neck' }]],
  ['MedicationRequest/medrx0302', ['medication', { state: 'current', name: 'Azithromycin 250mg capsule' }]],
  ['MedicationStatement/example002', ['medication', { state: 'unclear' }]],
  ['AllergyIntolerance/nkla', ['allergy', { name: 'No known latex allergy' }]],
  ['Condition/f205', ['condition', { state: 'looked-into' }]],
  ['Immunization/notGiven', ['immunization', { remark: 'Not given: a medical reason' }]],
  ['CarePlan/f001', ['care_plans', {}]],
  ['Encounter/f203', ['events', {}]],
  ['Appointment/2docs', ['kept', { why: 'state' }]],
  ['CareTeam/example', ['care-team', {}], ['care-team', { name: 'Dorothy Dietician' }]],
  ['DocumentReference/example', ['document', {}]],
  ['Flag/example', ['kept', { why: 'type' }]],
];

describe('HL7’s examples', () => {
  for (const [key, ...expected] of EXPECTED)
    it(`${key} is shown as it was read`, () => {
      const resource = RESOURCES.get(key);
      assert.ok(resource);
      const rows = rowsOf(resource).filter(({ table }) => key.startsWith('DiagnosticReport') || table !== 'results');
      assert.deepEqual(
        rows.map((row) => ('kind' in row ? row.kind : row.table)),
        expected.map(([kind]) => kind),
      );
      for (const [index, [, said]] of expected.entries()) {
        const row = rows[index];
        const body: Shown = row && 'body' in row ? (row.body as Shown) : {};
        for (const name of Object.keys(said) as (keyof Shown)[]) assert.equal(body[name], said[name]);
        if (said.words !== undefined && said.verdict === undefined) assert.equal(body.verdict, null);
      }
    });

  it('keeps the digits of decimals', () => {
    const rows = rowsOf(RESOURCES.get('Observation/decimal') ?? { resourceType: '', id: '' });
    const figures = rows.flatMap((row) =>
      'body' in row && 'number' in row.body && row.body.number ? [row.body.number.figure] : [],
    );
    assert.deepEqual(figures.slice(0, 3), ['1.0', '1.00', '1.0']);
  });
});
