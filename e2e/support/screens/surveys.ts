import { expect, type Page } from 'playwright/test';
import { screen } from './screens.ts';

/** One of the four feedback forms in the demo story, with one valid set of answers. */
export interface SurveyCase {
  kind: 'admission' | 'discharge' | 'ecg' | 'blood';
  /** Name of the event that asks for it. */
  event: string;
  /** The recorder's name for it (docs/product-rules.md#surveys). */
  recordedAs: string;
  /** Answers to select (question and answer) and to type (start of a label and the text). */
  choose: [question: string, answer: string][];
  type: [label: RegExp, text: string][];
  /** Responses that must be recorded. */
  responses: { question: string; answer: string | number }[];
  /** Texts the summary must repeat. */
  summary: string[];
}

const COMMENT = 'Kind people, long wait.';

export const SURVEYS: SurveyCase[] = [
  {
    kind: 'admission',
    event: 'How was your admission?',
    recordedAs: 'admission',
    choose: [
      ['How satisfied were you with triage?', 'Unsatisfied'],
      ['How comfortable were you with our Covid-19 precautions?', 'Not Comfortable At All'],
    ],
    type: [
      [/about triage/, COMMENT],
      [/about the precautions/, 'Too few masks.'],
    ],
    responses: [
      { question: 'triageOption', answer: 2 },
      { question: 'triageComments', answer: COMMENT },
      { question: 'covidOption', answer: 1 },
      { question: 'covidComments', answer: 'Too few masks.' },
    ],
    summary: ['Unsatisfied', COMMENT, 'Not Comfortable At All', 'Too few masks.'],
  },
  {
    kind: 'blood',
    event: 'Was your blood test explained well?',
    recordedAs: 'Blood test',
    choose: [
      ['How clear was the explanation of your blood test?', 'Clear'],
      ['How comprehensive was the explanation of your blood test?', 'Neutral'],
    ],
    type: [[/Anything to add/, COMMENT]],
    responses: [
      { question: 'triageOption', answer: 4 },
      { question: 'covidOption', answer: 3 },
      { question: 'covidComments', answer: COMMENT },
    ],
    summary: ['Clear', 'Neutral', COMMENT],
  },
  {
    kind: 'ecg',
    event: 'Was your ECG explained well?',
    recordedAs: 'ECG test',
    choose: [
      ['How clear was the explanation of your ECG?', 'Very Unclear'],
      ['How comprehensive was the explanation of your ECG?', 'Very Incomprehensive'],
    ],
    type: [],
    responses: [
      { question: 'triageOption', answer: 1 },
      { question: 'covidOption', answer: 1 },
      { question: 'covidComments', answer: '' },
    ],
    summary: ['Very Unclear', 'Very Incomprehensive'],
  },
  {
    kind: 'discharge',
    event: 'How was your stay?',
    recordedAs: 'discharge',
    choose: [
      ['How was your stay overall?', '3.5 of 5'],
      ['How was the quality of your care?', 'Good'],
    ],
    type: [[/about going home/, COMMENT]],
    responses: [
      { question: 'rating', answer: 3.5 },
      { question: 'qualityOption', answer: 4 },
      { question: 'confidentOption', answer: 5 },
      { question: 'confidentComments', answer: COMMENT },
    ],
    summary: ['3.5 of 5', 'Good', 'Very Confident', COMMENT],
  },
];

export function surveyCase(kind: SurveyCase['kind']): SurveyCase {
  const found = SURVEYS.find((survey) => survey.kind === kind);
  if (!found) throw new Error(`There is no form ${kind}`);
  return found;
}

const SEND = 'Send feedback';

export async function openSurvey(page: Page, { event }: SurveyCase): Promise<void> {
  await screen(page, 'My Events');
  await page.getByRole('link', { name: event }).click();
  await screen(page, event);
}

export async function fillIn(page: Page, { choose, type }: SurveyCase): Promise<void> {
  for (const [question, answer] of choose) {
    await page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: answer, exact: true }).check();
  }
  for (const [label, text] of type) await page.getByLabel(label).fill(text);
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: SEND }).click();
}

export async function thanked(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
}
