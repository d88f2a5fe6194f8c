import type { Page } from 'playwright/test';
import type { Visit } from '../support/fixtures.ts';
import { expect } from '../support/fixtures.ts';
import { all, answer } from './faults.ts';
import {
  ABOUT,
  APPOINTMENTS,
  BLOOD_PRESSURE,
  CARE_TEAM,
  DAY,
  DOCUMENTS,
  GOING_HOME,
  HEMOGLOBIN,
  MEASUREMENTS,
  MEDICATIONS,
  PLAN_OF_TWO,
  PROFILE,
} from './record-data.ts';
import type { Group, ScreenState } from './screen-state.ts';

/** A page is called stable below 0.1; the day has its place reserved. */
const MOST_SHIFT = 0.02;

/** Sums up the layout shifts of the page (Cumulative Layout Shift without its windows). */
const watchLayoutShifts = ({ context }: Visit) =>
  context.addInitScript(() => {
    let sum = 0;
    Reflect.set(globalThis, 'layoutShift', () => sum);
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        if (Reflect.get(shift, 'hadRecentInput') !== true) sum += Number(Reflect.get(shift, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });

const layoutShift = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(globalThis, 'layoutShift')());

const part = (name: string, answers: unknown) => ({
  path: `/profile/1/${name}`,
  before: answer(`profiles/1/${name}`, answers),
});

const PARTS: ScreenState[] = [
  { name: 'medications', ...part('medications', MEDICATIONS), heading: 'My medications', see: 'These don’t agree' },
  {
    name: 'medication-check',
    path: '/profile/1/medications/check',
    before: answer('profiles/1/medications', MEDICATIONS),
    heading: 'Check my medications',
    see: 'Is something missing?',
  },
  { name: 'care-team', ...part('care-team', CARE_TEAM), heading: 'My care team', see: 'Samir Benali' },
  { name: 'appointments', ...part('appointments', APPOINTMENTS), heading: 'My appointments', see: 'Add to calendar' },
  { name: 'about', ...part('about', ABOUT), heading: 'About me', see: 'These don’t agree' },
  { name: 'measurements', ...part('observations', MEASUREMENTS), heading: 'My measurements', see: 'Hemoglobin' },
  {
    name: 'measurement',
    path: '/profile/1/observations/718-7',
    heading: /Hemoglobin/,
    before: answer('profiles/1/observations*', HEMOGLOBIN),
    see: /Higher than in March/,
  },
  {
    name: 'blood-pressure',
    path: '/profile/1/observations/8480-6',
    heading: 'Blood pressure',
    before: answer('profiles/1/observations*', BLOOD_PRESSURE),
    see: '141/82 mmHg',
  },
  {
    name: 'care-plan-of-two',
    path: '/profile/1/care-plans/plan',
    heading: PLAN_OF_TWO.data.title,
    before: answer('care-plans', [PLAN_OF_TWO]),
    see: '2 plans for the same condition',
  },
  { name: 'documents', ...part('documents', DOCUMENTS), heading: 'My documents', see: 'What else the hospital sent' },
  {
    name: 'document-elsewhere',
    path: '/profile/1/documents/elsewhere',
    heading: 'Letter of your insurance',
    before: answer('profiles/1/documents', DOCUMENTS),
    see: 'This document isn’t kept here',
  },
];

/** What comes from the hospital's record for the way home. */
const WAY_HOME: ScreenState[] = [
  {
    name: 'day',
    path: '/app',
    heading: /Jordan/,
    before: all(answer('profiles', [PROFILE]), answer('profiles/1/day', DAY), watchLayoutShifts),
    act: async (page) => {
      await page.getByText('Medications today').waitFor();
      expect(await layoutShift(page), 'what moves when the day arrives').toBeLessThan(MOST_SHIFT);
    },
  },
  {
    name: 'going-home',
    path: '/profile/1/going-home',
    heading: 'Going home',
    before: answer('profiles/1/going-home', GOING_HOME),
    act: async (page) => {
      await page.getByRole('button', { name: /not sure.*Metformin/ }).click();
      await page.getByLabel('What would you like to know?').fill('What if I forget one?');
    },
    see: 'Don’t drive a car',
  },
];

export const HOSPITAL_RECORD: Group = {
  name: 'hospital-record',
  walks: [
    { name: 'parts', as: 'patient', states: PARTS },
    { name: 'going-home', as: 'patient', states: WAY_HOME },
  ],
};
