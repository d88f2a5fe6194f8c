/** FHIR resources of one patient, for imports. */
const SUBJECT = { reference: 'Patient/x' };
const PDF = btoa('%PDF-1.7 letter');

export type Fields = Record<string, unknown>;

export const of = (resourceType: string, id: string, fields: Fields): Fields => ({
  resourceType,
  id,
  subject: SUBJECT,
  ...fields,
});
export const lab = (id: string, value: number, fields: Fields = {}) =>
  of('Observation', id, {
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
    category: [{ coding: [{ code: 'laboratory' }] }],
    effectiveDateTime: `2026-0${value % 9 || 9}-01`,
    valueQuantity: { value, unit: 'g/L' },
    referenceRange: [{ low: { value: 120, unit: 'g/L' }, high: { value: 160, unit: 'g/L' } }],
    ...fields,
  });
export const report = (id: string, text: string, fields: Fields) =>
  of('DiagnosticReport', id, { status: 'final', code: { text }, issued: '2026-01-05', ...fields });
const plan = (id: string, fields: Fields) =>
  of('CarePlan', id, { status: 'active', intent: 'plan', created: '2026-01-02', ...fields });
const pills = (id: string, text: string, fields: Fields) =>
  of('MedicationRequest', id, { status: 'active', intent: 'order', medicationCodeableConcept: { text }, ...fields });
const ACTIVE = { coding: [{ code: 'active' }] };
export const MISTAKE = { verificationStatus: { coding: [{ code: 'entered-in-error' }] } };
export const SECRET = {
  meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }] },
};

/** One resource of each kind, and one of each that must never reach a supporter. */
export const RECORD: Fields[] = [
  { resourceType: 'Patient', id: 'x', gender: 'female', birthDate: '1958-03-14' },
  lab('hb', 134),
  lab('withheld-hb', 135, SECRET),
  report('dr', 'Blood count', {
    result: [{ reference: 'Observation/hb' }],
    presentedForm: [{ contentType: 'application/pdf', data: PDF, title: 'Letter' }],
  }),
  report('withheld-dr', 'Withheld report', { conclusion: 'Withheld finding', ...SECRET }),
  plan('cp', { title: 'Walking', activity: [{ detail: { description: 'Walk' } }] }),
  plan('withheld-cp', { title: 'Withheld plan', ...SECRET }),
  pills('mr', 'Novolog', {
    dosageInstruction: [{ text: 'With meals', timing: { repeat: { timeOfDay: ['08:00:00'] } } }],
  }),
  pills('withheld-mr', 'Withheld pills', SECRET),
  of('CareTeam', 'ct', { status: 'active', participant: [{ member: { display: 'Dr Careful' } }] }),
  of('AllergyIntolerance', 'al', { patient: SUBJECT, clinicalStatus: ACTIVE, code: { text: 'Cashew nuts' } }),
  of('AllergyIntolerance', 'none', { patient: SUBJECT, code: { coding: [{ code: '716186003' }] } }),
  of('Condition', 'co', { code: { text: 'Asthma' }, clinicalStatus: ACTIVE }),
  of('Condition', 'withheld-co', { code: { text: 'Withheld condition' }, ...SECRET }),
  of('Immunization', 'im', {
    status: 'completed',
    patient: SUBJECT,
    vaccineCode: { text: 'Influenza' },
    occurrenceDateTime: '2025-10-01',
  }),
  of('Appointment', 'ap', {
    status: 'booked',
    start: '2099-12-10T09:00:00Z',
    end: '2099-12-10T10:00:00Z',
    participant: [{ actor: SUBJECT }, { actor: { display: 'Dr Careful' } }],
  }),
  of('Observation', 'silent', { status: 'final', code: { text: 'HLA-A type' }, effectiveDateTime: '2016-12-15' }),
  of('Encounter', 'en', {
    status: 'finished',
    class: { code: 'IMP' },
    period: { start: '2025-03-11', end: '2025-03-20' },
  }),
  of('Encounter', 'withheld-en', {
    status: 'finished',
    class: { code: 'EMER' },
    period: { start: '2025-05-11' },
    location: [{ location: { display: 'Withheld ward' } }],
    ...SECRET,
  }),
  of('ServiceRequest', 'sr', { status: 'active' }),
];
