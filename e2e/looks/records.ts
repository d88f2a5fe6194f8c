import type { Page } from 'playwright/test';
import { openFirst, overrideResponse, press, withResponse } from './acts.ts';
import type { Group } from './screen-state.ts';

const RESULTS = { path: '/profile/1/results', heading: 'My Results' };
const CARE_PLANS = { path: '/profile/1/care-plans', heading: 'My Care Plans' };

const openPlan = openFirst(/concussion/, /concussion/);

/** Returns an act that opens the brain scan at one of its tabs. */
const openBrain = (tab: string) => async (page: Page) => {
  await openFirst(/Brain scan/, /Brain scan/)(page);
  await page.getByRole('tab', { name: tab }).click();
};

const pictures = (page: Page) => page.getByRole('main').locator('[role=group] > img');
const pictureThere = (page: Page) => pictures(page).waitFor();

/** Makes every picture and document respond with content that can't be shown. */
const withoutMedia = async (page: Page) => {
  await page.route('**/media/*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: 'none' }),
  );
};

/** Values at every position within and outside their range, with a long name. */
const ODD_VALUES = [
  { value: 7.2, low: 3.5, high: 10.5, unit: '×10⁹/L', display: 'White blood cells' },
  { value: 2, low: 3.5, high: 10.5, unit: '×10⁹/L', display: 'Lymphocytes that react to an antigen presented before' },
  { value: 132, low: 130, high: 170, unit: 'g/L', display: 'Hemoglobin' },
  { value: 170, low: 130, high: 170, unit: 'g/L', display: 'Hemoglobin, again' },
  { value: 9, low: null, high: 5, unit: 'mg/L', display: 'C-reactive protein' },
];

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
    ...ODD_VALUES.map(({ value, low, high, unit, display }, place) => ({
      id: `value-${place}`,
      code: `V${place}`,
      display,
      valueQuantity: { value, unit },
      valueString: null,
      referenceRange: { low, high, text: null },
    })),
    {
      id: 'missing',
      code: 'MISS',
      display: 'Platelets',
      valueQuantity: null,
      valueString: null,
      referenceRange: { low: 150, high: 450, text: null },
    },
    {
      id: 'text',
      code: 'TXT',
      display: 'Groupe sanguin',
      valueQuantity: null,
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
  { ...oddBlood, id: 'incomplete', name: 'Blood test', observations: [{ ...value, valueQuantity: null }] },
  { ...oddBlood, id: 'report', name: 'Brain scan (CT)', type: 3, observations: [] },
];

/** Results and care plans. */
export const RECORDS: Group = {
  name: 'records',
  as: 'patient',
  states: [
    { name: 'results', see: 'Blood test', ...RESULTS },
    {
      name: 'results-outcomes',
      ...RESULTS,
      act: withResponse({ path: 'v1/results', body: ODD_OUTCOMES }, 'Some values still to come'),
    },
    { name: 'results-empty', ...RESULTS, act: withResponse({ path: 'v1/results', body: [] }, 'No results yet') },
    {
      name: 'results-failed',
      ...RESULTS,
      act: withResponse({ path: 'v1/results' }, 'Your results can’t be shown just now'),
    },
    { name: 'result-blood', see: 'White blood cells', ...RESULTS, act: openFirst(/[Bb]lood/, /[Bb]lood/) },
    {
      name: 'result-blood-table',
      ...RESULTS,
      act: async (page) => {
        await openFirst(/Blood test.*Mar 16, 2020/, /[Bb]lood/)(page);
        await page.getByRole('table').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'result-blood-odd',
      ...RESULTS,
      act: async (page) => {
        await withResponse({ path: 'v1/results', body: [oddBlood] }, 'Blood test with')(page);
        await openFirst(/unusually long/, /unusually long/)(page);
      },
    },
    {
      name: 'result-xray',
      ...RESULTS,
      act: async (page) => {
        await openFirst(/Chest X-ray/, /Chest X-ray/)(page);
        await pictureThere(page);
      },
    },
    {
      name: 'result-xray-close',
      ...RESULTS,
      act: async (page) => {
        await openFirst(/Neck X-ray/, /Neck X-ray/)(page);
        await page.getByRole('radio', { name: 'From the side' }).click();
        await pictureThere(page);
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
      see: 'This picture can’t be shown just now',
      act: async (page, { problems }) => {
        problems.allow(/Failed to load resource/);
        await page.route('**/media/*', (route) => route.abort());
        await openFirst(/Chest X-ray/, /Chest X-ray/)(page);
      },
    },
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
      see: /Normal scan of the head/,
      act: async (page) => {
        await openBrain('PDF File')(page);
        await press(page, 'Read the report as text');
        await page.getByRole('button', { name: 'Read the report as text' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'result-brain-pdf-broken',
      ...RESULTS,
      see: 'This browser can’t show your report',
      act: async (page) => {
        await withoutMedia(page);
        await openBrain('PDF File')(page);
      },
    },
    {
      name: 'result-brain-waiting',
      ...RESULTS,
      see: 'The navigator is working on your report',
      act: async (page) => {
        await overrideResponse(page, { path: 'v1/results/*/insights', body: { state: 'preparing', retryAfter: 600 } });
        await openBrain('Insights')(page);
      },
    },
    { name: 'result-brain-insights', ...RESULTS, see: 'In plain words', act: openBrain('Insights') },
    {
      name: 'result-brain-questions',
      ...RESULTS,
      see: 'Share 2 questions',
      act: async (page) => {
        await openBrain('Questions')(page);
        await page.getByRole('checkbox').nth(1).check();
        await page.getByRole('checkbox').nth(4).check();
      },
    },
    { name: 'care-plans', see: /concussion/, ...CARE_PLANS },
    {
      name: 'care-plans-empty',
      ...CARE_PLANS,
      act: withResponse({ path: 'v1/care-plans', body: [] }, 'No care plans yet'),
    },
    { name: 'care-plan', see: /Sleep when you are tired/, ...CARE_PLANS, act: openPlan },
    {
      name: 'care-plan-end',
      ...CARE_PLANS,
      act: async (page) => {
        await openPlan(page);
        await page.getByRole('button', { name: /Hospital Digital Resources/ }).scrollIntoViewIfNeeded();
      },
    },
  ],
};
