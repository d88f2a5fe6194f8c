/**
 * Some of HL7's own examples (hl7.fhir.r4.examples 4.0.1 and hl7.fhir.uv.ips 2.0.0, CC0), without narrative, against
 * what was read in the files. `npm run fhir-proof` compares all of them.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ownKey, recordOf } from './fhir/references.ts';
import { readResources } from './import/read-files.ts';
import { Records, readTables } from './testing/by-hand.ts';

const RESOURCES = [...readResources(join(import.meta.dirname, 'testing/examples.ndjson'), [])];
const KEYS = new Set(RESOURCES.map(ownKey));

/** Files whose examples are here; others have the same keys with other contents. */
const BUNDLES = ['report', 'micro', 'f001', 'bundle-example', 'IPS-examples-Bundle-01'];
const SCOPES = new Set(['hl7.fhir.r4.examples', 'hl7.fhir.uv.ips']);
const isHere = (scope: string) => {
  const [name = '', file] = scope.split(' ');
  return SCOPES.has(name) && (file === undefined || BUNDLES.includes(file.slice('Bundle-'.length, -'.json'.length)));
};

describe('HL7’s examples', () => {
  const records = new Records(RESOURCES);
  for (const { key, lines } of readTables().filter(({ scope, key }) => isHere(scope) && KEYS.has(key)))
    it(`${key} is shown as it was read`, () => assert.deepEqual(records.linesOf(key), lines));

  it('keeps a type that no screen shows', () => {
    assert.deepEqual(records.linesOf('Flag/example'), ['kept: type']);
  });

  it('gives a value without a subject to the patient of its report, and an animal’s to none', () => {
    const own = recordOf('Patient/genetics-example1', RESOURCES).map(ownKey);
    assert.deepEqual([own.includes('Observation/o1'), own.includes('Observation/herd1')], [true, false]);
  });
});
