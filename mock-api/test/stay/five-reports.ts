/** A laboratory report, a CT, an MRI, a pathology report and a discharge letter as a hospital's system has them. */

const SUBJECT = { reference: 'Patient/five' };
const MARKS = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const coded = (code: string) => ({ coding: [{ code }] });

const measured = (id: string, name: string, amount: number | null, unit: string, range: number[], fields = {}) => ({
  resourceType: 'Observation',
  id,
  status: amount === null ? 'cancelled' : 'final',
  subject: SUBJECT,
  category: [coded('laboratory')],
  code: { text: name },
  effectiveDateTime: '2026-03-02T11:00:00Z',
  referenceRange: [{ low: { value: range[0] }, high: { value: range[1] } }],
  ...(amount === null ? {} : { valueQuantity: { value: amount, unit } }),
  ...fields,
});
const marked = (code: string) => ({ interpretation: [{ coding: [{ system: MARKS, code }] }] });

const reported = (id: string, name: string, section: string, day: string, fields: object) => ({
  resourceType: 'DiagnosticReport',
  id,
  status: 'final',
  subject: SUBJECT,
  category: [coded(section)],
  code: { text: name },
  effectiveDateTime: `${day}T12:00:00Z`,
  issued: `${day}T15:00:00Z`,
  ...fields,
});

const VALUES = [
  measured('hemoglobin', 'Hemoglobin', 98, 'g/L', [120, 160]),
  measured('white', 'White blood cells', 1.8, '×10⁹/L', [3.5, 10.5], marked('LL')),
  measured('platelets', 'Platelets', 210, '×10⁹/L', [150, 450]),
  measured('creatinine', 'Creatinine', 71, 'µmol/L', [45, 90]),
  measured('ferritin', 'Ferritin', null, 'µg/L', [20, 250]),
];

const LABORATORY = reported('lab', 'Blood count', 'LAB', '2026-03-02', {
  result: VALUES.map(({ id }) => ({ reference: `Observation/${id}` })),
  conclusion:
    'Anemia with leukopenia and neutropenia. The MCV is within the reference range. Repeat the CBC in one week.',
});

const CT = reported('ct', 'CT of the chest and abdomen', 'RAD', '2026-03-03', {
  conclusion: `Technique: axial CT with intravenous contrast.
Chest: 6 mm nodule in the lower lobe of the right lung. Mild atelectasis at both bases. No pleural effusion and no pneumothorax. No enlarged mediastinal lymph nodes.
Abdomen: small hypodense lesion in the liver, which looks like a cyst. No hydronephrosis. Gallbladder unremarkable.
Impression: incidental nodule. Follow-up CT in 12 months.`,
});

export const MRI = reported('mri', 'MRI of the lumbar spine', 'RAD', '2026-03-04', {
  status: 'preliminary',
  conclusion: `Sagittal T1-weighted and axial T2-weighted sequences.
Disc herniation at L4-L5 with foraminal stenosis on the left. Degenerative changes at L5-S1 with osteophytes. No fracture. No compression of the spinal cord.`,
});

const PATHOLOGY = reported('pathology', 'Biopsy of a polyp of the colon', 'SP', '2026-03-05', {
  conclusion:
    'Tubular adenoma with low-grade dysplasia. The margins are clear. No high-grade dysplasia and no malignancy.',
  presentedForm: [{ contentType: 'application/pdf', title: 'Pathology report', data: base64('%PDF-1.7 text') }],
});

const LETTER = {
  resourceType: 'DocumentReference',
  id: 'letter',
  status: 'current',
  subject: SUBJECT,
  type: { text: 'Discharge summary' },
  date: '2026-03-06T14:00:00Z',
  content: [
    {
      attachment: {
        contentType: 'text/plain',
        title: 'Discharge letter',
        language: 'en',
        data: base64(`Diagnosis: community-acquired pneumonia. Hx of hypertension and COPD.

Course: treated with an intravenous antibiotic. Afebrile since day 2, oxygen saturation 95%. Blood cultures stayed negative.

Medications: amoxicillin PO TID for 5 days, acetaminophen PRN.

Plan: chest X-ray in 6 weeks. Come back if dyspnea or fever returns.`),
      },
    },
  ],
};

/** What had been measured a month before, outside any report. */
const EARLIER = measured('earlier', 'Hemoglobin', 134, 'g/L', [120, 160], {
  effectiveDateTime: '2026-02-02T11:00:00Z',
});

export const FIVE_REPORTS: readonly { id: string }[] = [EARLIER, ...VALUES, LABORATORY, CT, MRI, PATHOLOGY, LETTER];
