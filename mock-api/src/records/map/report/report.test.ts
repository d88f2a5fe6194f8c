import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, inEnglish, mapOne, SUBJECT } from '../../testing/map-one.ts';

const PDF = Buffer.from('%PDF-1.7 text').toString('base64');
const FAKE = Buffer.from('<html>no pdf</html>').toString('base64');
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

  it('lists a mark that has no value, such as "Resistant"', () => {
    const mark = {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'R' }],
    };
    const ampicillin = lab('a', { valueQuantity: undefined, interpretation: [mark] });
    const body = bodyOf(report({ result: result('a') }), [ampicillin]) as { observations: { valueString: string }[] };
    assert.deepEqual(
      body.observations.map(({ valueString }) => valueString),
      ['Resistant: this drug would not work'],
    );
  });

  it('gives its time to values that have none', () => {
    const timeless = lab('a', { effectiveDateTime: undefined });
    const panel = lab('panel', { valueQuantity: undefined, effectiveDateTime: undefined, hasMember: result('a') });
    const rows = mapOne(timeless, [
      panel,
      report({ id: 'r', effectiveDateTime: '2026-02-28', result: result('panel') }),
    ]);
    assert.equal(rows[0]?.row.table === 'record_items' && rows[0].row.at, '2026-02-28');
  });

  it('is no blood test if it is from another section of the laboratory', () => {
    const category = [{ coding: [{ code: 'LAB' }, { code: 'MB' }] }];
    const [{ row } = { row: undefined }] = mapOne(report({ category, conclusion: 'Klebsiella' }));
    assert.equal(row?.table === 'results' && row.type, 4);
  });

  it('does not list a value of another person', () => {
    const other = lab('a', { subject: { reference: 'Patient/other' } });
    assert.deepEqual(listed(report({ result: result('a'), conclusion: 'Well' }), [other]), []);
  });

  it('shows the first sentence of its conclusion, how final it is and what kind it is', () => {
    const [{ row } = { row: undefined }] = mapOne(
      report({
        status: 'preliminary',
        conclusion: 'All is well. No change since 2.5 years.',
        category: [{ coding: [{ code: 'RAD' }] }],
      }),
    );
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
    const keptEmpty = { why: 'empty', type: 'DiagnosticReport' };
    assert.deepEqual(bodyOf(report({ issued: undefined, conclusion: 'Well' })), keptEmpty);
    assert.deepEqual(bodyOf(report({})), keptEmpty);
    assert.equal((bodyOf(report({ status: 'registered' })) as { content: string }).content, 'On its way');
  });

  it('is withheld from supporters if one of its values is sensitive', () => {
    const label = { meta: { security: [{ code: 'HIV' }] } };
    const isWithheld = (fields: object) => mapOne(report({ result: result('a') }), [lab('a', fields)])[0]?.isWithheld;
    assert.deepEqual([isWithheld({}), isWithheld(label)], [false, true]);
  });

  it('leaves lab values that no report names to a result for their day', () => {
    const rows = mapOne(lab('a')).map(({ row }) => row);
    const day = rows.find((row) => row.table === 'results');
    assert.deepEqual(day?.table === 'results' && inEnglish([day.body.name, day.body.content]), [
      'Lab values',
      '1 value',
    ]);
  });
});
