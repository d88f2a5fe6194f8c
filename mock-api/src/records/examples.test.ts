/**
 * Some of HL7's own examples (hl7.fhir.r4.examples 4.0.1 and hl7.fhir.uv.ips 2.0.0, CC0), without narrative, against
 * what was read in the files. `npm run fhir-proof` imports all of them.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readResources } from './import/import.ts';
import { Records, readTables } from './testing/by-hand.ts';

describe('HL7’s examples', () => {
  const records = new Records([...readResources(join(import.meta.dirname, 'testing/examples.ndjson'), [])]);
  for (const { key, lines } of readTables())
    it(`${key} is shown as it was read`, () => assert.deepEqual(records.linesOf(key), lines));

  it('keeps a type that no screen shows', () => {
    assert.deepEqual(records.linesOf('Flag/example'), ['kept: type']);
  });
});
