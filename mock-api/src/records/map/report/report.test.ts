import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownKey, recordOf } from '../../fhir/references.ts';
import { bodyOf, inEnglish, mapOne, SUBJECT } from '../../testing/map-one.ts';

const PDF = Buffer.from('%PDF-1.7 text').toString('base64');
const FAKE = Buffer.from('<html>no pdf</html>').toString('base64');
const MARKS = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
const report = (fields: object) => ({
  resourceType: 'DiagnosticReport',
  id: 'r',
  status: 'final',
  subject: SUBJECT,
  code: { text: 'Blood count' },
  issued: '2026-03-01T10:00:00Z',
  ...fields,
});
const lab = (id: string, fields: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  subject: SUBJECT,
  code: { text: id },
  category: [{ coding: [{ code: 'laboratory' }] }],
  effectiveDateTime: '2026-03-01T08:00:00Z',
  valueQuantity: { value: 4, unit: 'g/L' },
  ...fields,
});
const result = (...ids: string[]) => ids.map((id) => ({ reference: `Observation/${id}` }));
const listed = (resource: object, others: Parameters<typeof bodyOf>[1] = []) =>
  (bodyOf(resource, others) as { observations: { display: string }[] }).observations.map(({ display }) => display);

describe('a DiagnosticReport', () => {
  it('lists the values that it names, with the members of a panel, each once', () => {
    const panel = lab('panel', { valueQuantity: undefined, hasMember: result('a', 'b') });
    assert.deepEqual(listed(report({ result: result('panel', 'a') }), [panel, lab('a'), lab('b')]), ['a', 'b']);
  });

  it('compares a value with the one before it in a unit that converts exactly', () => {
    const gram = (id: string, value: number, unit: string, [low, high]: [number, number], at: string) =>
      lab(id, {
        code: { text: 'Hemoglobin' },
        valueQuantity: { value, unit },
        referenceRange: [{ low: { value: low, unit }, high: { value: high, unit } }],
        effectiveDateTime: at,
      });
    const before = gram('before', 13.4, 'g/dL', [12, 16], '2026-02-01');
    const now = gram('now', 100, 'g/L', [120, 160], '2026-03-01');
    const { questions } = bodyOf(report({ result: result('now') }), [before, now]) as { questions: string[] };
    assert.ok(questions.includes('Hemoglobin: normal last time, below normal this time. Why has it changed?'));
  });

  it('lists a mark that has no value', () => {
    const marked = (code: string) =>
      lab(code, { valueQuantity: undefined, interpretation: [{ coding: [{ system: MARKS, code }] }] });
    const body = bodyOf(report({ result: result('R', 'S') }), [marked('R'), marked('S')]);
    assert.deepEqual(
      (body as { observations: { marks: string[] }[] }).observations.map(({ marks }) => marks),
      [['Resistant: this drug would not work'], ['Sensitive: this drug would work']],
    );
  });

  it('gives its time to values that have none', () => {
    const timeless = lab('a', { effectiveDateTime: undefined });
    const panel = lab('panel', { valueQuantity: undefined, effectiveDateTime: undefined, hasMember: result('a') });
    const dated = report({ effectiveDateTime: '2026-02-28', result: result('panel') });
    const rows = mapOne(timeless, [panel, dated]);
    assert.equal(rows[0]?.row.table === 'record_items' && rows[0].row.at, '2026-02-28');
  });

  it('is no blood test if it is from another section of the laboratory', () => {
    const category = [{ coding: [{ code: 'LAB' }, { code: 'MB' }] }];
    const [{ row } = { row: undefined }] = mapOne(report({ category, conclusion: 'Klebsiella' }));
    assert.equal(row?.table === 'results' && row.type, 4);
  });

  it('lists no value of another person, and gives one without a subject to its own patient', () => {
    const other = lab('a', { subject: { reference: 'Patient/other' } });
    const whole = report({ result: result('a', 'b'), conclusion: 'Well' });
    assert.deepEqual(listed(whole, [other]), []);
    const all = [whole, other, lab('b', { subject: undefined }), lab('c', { subject: undefined })];
    assert.deepEqual(recordOf('Patient/x', all).map(ownKey), ['DiagnosticReport/r', 'Observation/b']);
  });

  it('shows the first sentence of its conclusion, how final it is and what kind it is', () => {
    const conclusion = 'All is well. No change since 2.5 years.';
    const category = [{ coding: [{ code: 'RAD' }] }];
    const [{ row } = { row: undefined }] = mapOne(report({ status: 'preliminary', conclusion, category }));
    assert.ok(row?.table === 'results');
    assert.deepEqual([row.type, inEnglish(row.body.content)], [0, 'Not final yet · All is well.']);
  });

  it('opens a PDF, and says that a file is damaged that only claims to be one', () => {
    const form = (data: string) =>
      report({ presentedForm: [{ contentType: 'application/pdf', data, title: 'Letter' }] });
    const [good, bad] = [mapOne(form(PDF)), mapOne(form(FAKE))].map((rows) => {
      const [shown, document] = rows.map(({ row }) => row);
      assert.ok(shown?.table === 'results' && document?.table === 'record_items' && 'cannotOpen' in document.body);
      return [shown.body.media.map(({ type }) => type), document.body.cannotOpen];
    });
    assert.deepEqual(good, [['application/pdf'], null]);
    assert.deepEqual(bad, [[], 'damaged']);
  });

  it('is kept without any date, or if it is final and says nothing', () => {
    for (const fields of [{ issued: undefined, conclusion: 'Well' }, {}])
      assert.deepEqual(bodyOf(report(fields)), { why: 'empty', type: 'DiagnosticReport' });
    assert.equal((bodyOf(report({ status: 'registered' })) as { content: string }).content, 'On its way');
  });

  it('is withheld from supporters if one of its values is sensitive', () => {
    const label = { meta: { security: [{ code: 'HIV' }] } };
    const isWithheld = (fields: object) => mapOne(report({ result: result('a') }), [lab('a', fields)])[0]?.isWithheld;
    assert.deepEqual([isWithheld({}), isWithheld(label)], [false, true]);
  });

  it('leaves lab values that no report names to a result for their day', () => {
    const days = mapOne(lab('a')).flatMap(({ row }) => (row.table === 'results' ? [row.body] : []));
    assert.deepEqual(inEnglish(days.map(({ name, content }) => [name, content])), [['Lab values', '1 value']]);
  });
});
