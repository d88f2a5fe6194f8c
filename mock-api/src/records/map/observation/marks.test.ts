/** The verdict that each value of a clinician's table gets, by its range and the hospital's mark. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { otherMarks, toObservation } from '../../../repositories/care/content.ts';
import { EN, FR, observationOf, ROWS, type Row } from '../../testing/clinical-values.ts';
import { mapOne, SUBJECT } from '../../testing/map-one.ts';
import { observationDocument } from './map.ts';

const WBC = '3.5 to 10.5';

function documentOf(row: Row) {
  const mapped = mapOne({ ...observationOf(row, 'o'), subject: SUBJECT });
  const item = mapped.find((one) => one.row.table === 'record_items')?.row;
  assert.ok(item?.table === 'record_items' && item.kind === 'observation');
  return observationDocument(item.body as ObservationBody, 'o', item.at);
}

const shown = (row: Row, locale: 'en' | 'fr' = 'en') => toObservation(documentOf(row), null, locale);

describe('the sentence of a value', () => {
  it('is in this table for sixty values with marks and ranges', () => assert.ok(ROWS.length >= 60));

  for (const row of ROWS) {
    const [value, range, marks, says, beside] = row;
    it(`says ${says ?? 'nothing'} for ${value} in ${range || 'no range'}${marks && ` with ${marks}`}`, () => {
      const observation = shown(row);
      const { referenceRange, valueQuantity, valueString, verdict } = observation;
      const besides = valueQuantity && verdict?.comparison ? 'line' : referenceRange?.text;
      assert.deepEqual(
        [
          verdict?.text ?? null,
          shown(row, 'fr').verdict?.text ?? null,
          [besides, valueString, ...otherMarks(observation)].filter(Boolean).join(' | '),
        ],
        [says && EN[says], says && FR[says], beside],
      );
    });
  }

  it('is that of a critical value only if the hospital says so', () => {
    const critical = ['HH', 'LL', 'AA', '"critical"', 'H', 'LU', 'A', 'N', ''].filter(
      (marks) => shown([30, WBC, marks, null, '']).verdict?.isCritical,
    );
    assert.deepEqual(critical, ['HH', 'LL', 'AA', '"critical"']);
  });

  it('is the same for a row from before verdicts were stored, whose limits are hidden if they are not compared', () => {
    const before = (row: Row) => {
      const { verdict, marks, status, at, notes, referenceRange, ...document } = documentOf(row);
      const hidden = { low: null, high: null, text: referenceRange?.text ?? null };
      return toObservation({ ...document, referenceRange: verdict === null ? hidden : referenceRange }, null, 'en');
    };
    const plain = ROWS.filter(([value, , marks]) => typeof value === 'number' && !/Panic|W|R/.test(marks));
    assert.ok(plain.length > 40);
    for (const row of plain) assert.deepEqual(before(row).verdict, shown(row).verdict, String(row));
  });
});
