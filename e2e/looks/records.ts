import type { Page } from 'playwright/test';
import REPORTS from 'records-mfe/testing/reports.json' with { type: 'json' };
import { judged } from 'records-mfe/testing/values';
import type { Visit } from '../support/fixtures.ts';
import { press } from '../support/screens/screens.ts';
import { openFirst } from './acts.ts';
import { answer, offline, refusalExpected } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const RESULTS = { path: '/profile/1/results', heading: 'My Results' };

const openBrain = (tab: string) => async (page: Page) => {
  await openFirst(/Brain scan/, /Brain scan/)(page);
  await page.getByRole('tab', { name: tab }).click();
};

const pictures = (page: Page) => page.getByRole('main').locator('[role=group] > img');

type Kind = Parameters<typeof judged>[0];
type Limits = [low: number | null, high: number];

const observation = (kind: Kind, display: string, value: number | null, [low, high]: Limits, unit = 'g/L') => ({
  id: display,
  ...judged(kind),
  code: display.slice(0, 3),
  display,
  valueQuantity: value === null ? null : { value, unit },
  valueString: null,
  referenceRange: { low, high, text: null },
});

/** Values at every position within and outside their range, with long names, without a number, and in words. */
const oddBlood = {
  id: 'odd',
  profileId: 1,
  type: 1,
  name: 'Blood test with an unusually long name of its laboratory',
  content: '',
  completedAt: 'Northside General Hospital, Department of Laboratory Medicine',
  performedAt: '2020-03-16T14:10:00.000Z',
  resultsAt: '2020-03-16T15:20:00.000Z',
  performer: null,
  conclusion: null,
  media: [],
  questions: [],
  observations: [
    observation('inside', 'White blood cells', 7.2, [3.5, 10.5], '×10⁹/L'),
    observation('below', 'Lymphocytes that react to an antigen presented before', 2, [3.5, 10.5], '×10⁹/L'),
    observation('inside', 'Hemoglobin', 132, [130, 170]),
    observation('atHigh', 'Hemoglobin, again', 170, [130, 170]),
    observation('above', 'C-reactive protein', 9, [null, 5], 'mg/L'),
    observation('missing', 'Platelets', null, [150, 450]),
    {
      ...observation('missing', 'Groupe sanguin', null, [null, 0]),
      verdict: null,
      valueString: 'A, rhésus positif',
      referenceRange: { low: null, high: null, text: 'Tous' },
      languages: { display: 'fr', valueString: 'fr', referenceRange: 'fr' },
    },
  ],
};

const [value] = oddBlood.observations;

/** A result for each outcome that the demo's own results don't have. */
const ODD_OUTCOMES = [
  oddBlood,
  { ...oddBlood, id: 'normal', name: 'Blood test', observations: [value] },
  {
    ...oddBlood,
    id: 'incomplete',
    name: 'Blood test',
    observations: [{ ...value, valueQuantity: null, ...judged('missing') }],
  },
  { ...oddBlood, id: 'report', name: 'Brain scan (CT)', type: 3, observations: [] },
];

const LIST: ScreenState[] = [
  // First, while the phone has no copy.
  { name: 'results-failed', ...RESULTS, before: offline('results'), see: 'Your results can’t be shown just now' },
  { name: 'results-outcomes', ...RESULTS, before: answer('results', ODD_OUTCOMES), see: 'Some values still to come' },
  { name: 'result-blood', ...RESULTS, act: openFirst(/[Bb]lood/, /[Bb]lood/), see: 'White blood cells' },
  {
    name: 'result-blood-odd',
    ...RESULTS,
    before: answer('results', [oddBlood]),
    act: openFirst(/unusually long/, /unusually long/),
  },
];

const PICTURES: ScreenState[] = [
  {
    name: 'result-xray-close',
    ...RESULTS,
    act: async (page) => {
      await openFirst(/Neck X-ray/, /Neck X-ray/)(page);
      await page.getByRole('radio', { name: 'From the side' }).click();
      await pictures(page).waitFor();
      await press(page, 'Zoom in');
      await press(page, 'Zoom in');
    },
  },
  {
    name: 'result-ecg',
    ...RESULTS,
    act: async (page) => {
      await openFirst(/Electrocardiogram/, /Electrocardiogram/)(page);
      await pictures(page).nth(1).waitFor();
    },
  },
  {
    name: 'result-pictures-failed',
    ...RESULTS,
    before: refusalExpected,
    act: async (page) => {
      await page.route('**/media/*', (route) => route.abort());
      await openFirst(/Chest X-ray/, /Chest X-ray/)(page);
    },
    see: 'This picture can’t be shown just now',
  },
];

const BRAIN: ScreenState[] = [
  {
    name: 'result-brain-pdf',
    ...RESULTS,
    act: async (page) => {
      await openBrain('PDF File')(page);
      await page.locator('[aria-busy=false] > canvas').waitFor();
    },
  },
  {
    name: 'result-brain-text',
    ...RESULTS,
    act: async (page) => {
      await openBrain('PDF File')(page);
      await press(page, 'Read the report as text');
      await page.getByRole('button', { name: 'Read the report as text' }).scrollIntoViewIfNeeded();
    },
    see: /Normal scan of the head/,
  },
  { name: 'result-brain-insights', ...RESULTS, act: openBrain('Insights'), see: 'In plain words' },
  {
    name: 'result-brain-questions',
    ...RESULTS,
    act: async (page) => {
      await openBrain('Questions')(page);
      await page.getByRole('checkbox').nth(1).check();
      await page.getByRole('checkbox').nth(4).check();
    },
    see: 'Share 2 questions',
  },
];

const { results, documents, letter } = REPORTS.en;

async function withReports(world: Visit): Promise<void> {
  await answer('results', results)(world);
  await answer('results/*/questions', { ticked: [0] })(world);
}

/** Opens a report of the hospital, a tab of it and a word in it. */
const openReport = (name: RegExp, tab: string, word?: string) => async (page: Page) => {
  await openFirst(name, name)(page);
  await page.getByRole('tab', { name: tab }).click();
  if (word) await press(page, word);
};

const letterItem = documents.documents.find(({ media }) => media?.type === 'text/plain');

/** Reports of the hospital, with tabs, explained words and questions, and its discharge letter. */
const REPORT_STATES: ScreenState[] = [
  {
    name: 'report-laboratory',
    ...RESULTS,
    before: withReports,
    act: openReport(/Blood count/, 'Report', 'Hemoglobin'),
    see: 'The protein in red blood cells that carries oxygen.',
  },
  {
    name: 'report-laboratory-questions',
    ...RESULTS,
    before: withReports,
    act: openReport(/Blood count/, 'Questions'),
    see: 'Share 1 question',
  },
  {
    name: 'report-ct',
    ...RESULTS,
    before: withReports,
    act: openReport(/CT of the chest/, 'Report', 'atelectasis'),
    see: 'A part of the lung that isn’t fully filled with air.',
  },
  {
    name: 'report-mri-insights',
    ...RESULTS,
    before: withReports,
    act: openReport(/MRI of the lumbar/, 'Insights'),
    see: 'Words in your report',
  },
  {
    name: 'report-pathology',
    ...RESULTS,
    before: withReports,
    act: openReport(/Biopsy of a polyp/, 'PDF File', 'margins'),
    see: 'The edge of the tissue that was taken out.',
  },
  {
    name: 'report-letter',
    path: `/profile/1/documents/${letterItem?.id}`,
    heading: 'Discharge letter',
    before: async (world) => {
      await answer('profiles/1/documents', documents)(world);
      await world.context.route(`**/api/${letterItem?.media?.url}`, (route) =>
        route.fulfill({ body: letter, contentType: 'text/plain; charset=utf-8' }),
      );
    },
    act: (page) => press(page, 'Afebrile'),
    see: /Without a fever/,
  },
];

/** Results. */
export const RECORDS: Group = {
  name: 'records',
  walks: [
    { name: 'results', as: 'patient', states: LIST },
    { name: 'pictures', as: 'patient', states: PICTURES },
    { name: 'brain scan', as: 'patient', states: BRAIN },
    { name: 'reports', as: 'patient', states: REPORT_STATES },
  ],
};
