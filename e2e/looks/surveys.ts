import type { Page } from 'playwright/test';
import type { World } from '../support/fixtures.ts';
import { type Fault, RecorderProxy } from '../support/hospital/recorder.ts';
import { press, screen } from '../support/screens/screens.ts';
import { fillIn, openSurvey, type SurveyCase, send, surveyCase, thanked } from '../support/screens/surveys.ts';
import { refusalExpected } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const EVENTS = { path: '/profile/1/events', heading: 'My Events' };
const ADMISSION = surveyCase('admission');
const DISCHARGE = surveyCase('discharge');

async function fillInSurvey(page: Page, survey: SurveyCase): Promise<void> {
  await openSurvey(page, survey);
  await fillIn(page, survey);
}

/** Sends a survey while the connection to the recorder is broken. */
async function sendBroken(page: Page, world: World, survey: SurveyCase, fault: Fault): Promise<void> {
  await refusalExpected(world);
  const recorder = await RecorderProxy.watch(world.context, world.stack);
  recorder.set(fault);
  await fillInSurvey(page, survey);
  await send(page);
}

async function leaveForHome(page: Page): Promise<void> {
  await press(page, 'Close');
  await screen(page, /^Good /);
}

const STATES: ScreenState[] = [
  { name: 'survey', ...EVENTS, act: (page) => openSurvey(page, ADMISSION), see: /How satisfied were you with triage/ },
  {
    name: 'survey-filled-in',
    ...EVENTS,
    act: async (page) => {
      await fillInSurvey(page, DISCHARGE);
      await page.getByText('How was your stay overall?').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'survey-queued',
    ...EVENTS,
    act: async (page, world) => {
      await sendBroken(page, world, ADMISSION, 'cut');
      await thanked(page);
    },
  },
  {
    name: 'survey-sent',
    ...EVENTS,
    act: async (page) => {
      await fillInSurvey(page, DISCHARGE);
      await send(page);
      await thanked(page);
      await page.reload();
      await page.getByText('You have sent your feedback').waitFor();
    },
    see: 'Your answers',
  },
  {
    name: 'home-refused',
    ...EVENTS,
    act: async (page, world) => {
      await sendBroken(page, world, surveyCase('ecg'), { status: 400 });
      await page.getByRole('alert').waitFor();
      await leaveForHome(page);
      await page.getByText('The hospital’s system could not take your feedback').waitFor();
      // The bar covers half of these buttons where the page stops scrolling.
      await page.getByRole('button', { name: 'Accept' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'log-out-unsent',
    ...EVENTS,
    act: async (page, world) => {
      await sendBroken(page, world, surveyCase('blood'), 'cut');
      await thanked(page);
      await leaveForHome(page);
      await press(page, 'Menu');
      await press(page, 'Log out');
      await page.getByRole('dialog', { name: 'Send your feedback first?' }).waitFor();
    },
  },
];

/** The feedback forms, and the messages while answers are being delivered. */
export const SURVEYS: Group = { name: 'surveys', walks: [{ name: 'survey', as: 'patient', states: STATES }] };
