import type { Page } from 'playwright/test';
import { type Fault, RecorderProxy } from '../support/recorder.ts';
import { screen } from '../support/screens.ts';
import { fillIn, openSurvey, type SurveyCase, send, surveyCase, thanked } from '../support/surveys.ts';
import { press } from './acts.ts';
import { refusalExpected } from './faults.ts';
import type { Group, World } from './screen-state.ts';

const EVENTS = { path: '/profile/1/events', heading: 'My Events' };

const open = (kind: SurveyCase['kind']) => (page: Page) => openSurvey(page, surveyCase(kind));

/** Sends the admission survey while the connection to the recorder is broken. */
async function sendBroken(page: Page, world: World, fault: Fault): Promise<void> {
  await refusalExpected(world);
  const way = await RecorderProxy.watch(world.context, world.stack);
  way.set(fault);
  const admission = surveyCase('admission');
  await openSurvey(page, admission);
  await fillIn(page, admission);
  await send(page);
}

async function leaveForHome(page: Page): Promise<void> {
  await press(page, 'Close');
  await screen(page, /^Good /);
}

/** Sends the survey about the stay and reopens it. */
async function openSent(page: Page): Promise<void> {
  const discharge = surveyCase('discharge');
  await openSurvey(page, discharge);
  await fillIn(page, discharge);
  await send(page);
  await thanked(page);
  await page.reload();
  await page.getByText('You have sent your feedback').waitFor();
}

/** The feedback forms, and the messages while answers are being delivered. */
export const SURVEYS: Group = {
  name: 'surveys',
  as: 'patient',
  states: [
    { name: 'survey', ...EVENTS, act: open('admission') },
    { name: 'survey-blood', ...EVENTS, act: open('blood') },
    { name: 'survey-ecg', ...EVENTS, act: open('ecg') },
    {
      name: 'survey-discharge',
      ...EVENTS,
      act: async (page) => {
        await open('discharge')(page);
        await fillIn(page, surveyCase('discharge'));
        await page.getByText('How was your stay overall?').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'survey-thanks',
      ...EVENTS,
      act: async (page) => {
        const discharge = surveyCase('discharge');
        await openSurvey(page, discharge);
        await fillIn(page, discharge);
        await send(page);
        await thanked(page);
      },
    },
    { name: 'survey-sent', ...EVENTS, act: openSent, see: 'Your answers' },
    {
      name: 'survey-correcting',
      ...EVENTS,
      act: async (page) => {
        await openSent(page);
        await press(page, 'Change my answers');
      },
      see: 'You are changing your feedback',
    },
    {
      name: 'survey-queued',
      ...EVENTS,
      act: async (page, world) => {
        await sendBroken(page, world, 'cut');
        await thanked(page);
      },
    },
    {
      name: 'survey-refused',
      ...EVENTS,
      act: async (page, world) => {
        await sendBroken(page, world, { status: 422 });
        await page.getByRole('alert').waitFor();
        await page.getByRole('button', { name: 'Send feedback' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'survey-waiting',
      ...EVENTS,
      act: async (page, world) => {
        await sendBroken(page, world, 'cut');
        await thanked(page);
        await page.reload();
        await page.getByText('Your feedback is waiting to be sent').waitFor();
      },
    },
    {
      name: 'home-unsent',
      ...EVENTS,
      act: async (page, world) => {
        await sendBroken(page, world, 'cut');
        await thanked(page);
        await leaveForHome(page);
        await page.getByText('1 feedback form is waiting to be sent').waitFor();
      },
    },
    {
      name: 'home-refused',
      ...EVENTS,
      act: async (page, world) => {
        await sendBroken(page, world, { status: 400 });
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
        await sendBroken(page, world, 'cut');
        await thanked(page);
        await leaveForHome(page);
        await press(page, 'Menu');
        await press(page, 'Log out');
        await page.getByRole('dialog', { name: 'Send your feedback first?' }).waitFor();
      },
    },
  ],
};
