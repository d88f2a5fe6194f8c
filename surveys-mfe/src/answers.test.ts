import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import { answersOf, valuesOf } from './answers.ts';
import { SURVEY_FORMS } from './surveys/forms.ts';
import { initialValues, type Values } from './surveys/question.ts';

const ALL: [SurveyKind, Values, SurveyAnswer[]][] = [
  [
    'admission',
    { covidComments: '', triageOption: 4, triageComments: ' Quick. ', covidOption: 1 },
    [
      { question: 'triageOption', answer: 4 },
      { question: 'triageComments', answer: ' Quick. ' },
      { question: 'covidOption', answer: 1 },
      { question: 'covidComments', answer: '' },
    ],
  ],
  [
    'discharge',
    { rating: 3.5, qualityOption: 2, confidentOption: 3, confidentComments: 'Who do I call?' },
    [
      { question: 'rating', answer: 3.5 },
      { question: 'qualityOption', answer: 2 },
      { question: 'confidentOption', answer: 3 },
      { question: 'confidentComments', answer: 'Who do I call?' },
    ],
  ],
  [
    'ecg',
    { triageOption: 5, covidOption: 2, covidComments: 'Too fast.' },
    [
      { question: 'triageOption', answer: 5 },
      { question: 'covidOption', answer: 2 },
      { question: 'covidComments', answer: 'Too fast.' },
    ],
  ],
  [
    'blood',
    { triageOption: 1, covidOption: 4, covidComments: '' },
    [
      { question: 'triageOption', answer: 1 },
      { question: 'covidOption', answer: 4 },
      { question: 'covidComments', answer: '' },
    ],
  ],
];

test.each(ALL)('%s: answersOf returns every field by name in form order', (kind, values, expected) => {
  expect(answersOf(SURVEY_FORMS[kind], values)).toEqual(expected);
});

test('initialValues are 5 for options, 0 for the rating and empty for comments', () => {
  expect(answersOf(SURVEY_FORMS.discharge, initialValues(SURVEY_FORMS.discharge))).toEqual([
    { question: 'rating', answer: 0 },
    { question: 'qualityOption', answer: 5 },
    { question: 'confidentOption', answer: 5 },
    { question: 'confidentComments', answer: '' },
  ]);
});

test('answersOf omits unanswered questions and values that are not in the form', () => {
  const values = { rating: 0, qualityOption: null, confidentOption: 3, confidentComments: '', other: 1 };
  expect(answersOf(SURVEY_FORMS.discharge, values).map(({ question }) => question)).toEqual([
    'rating',
    'confidentOption',
    'confidentComments',
  ]);
});

test.each(ALL)('%s: valuesOf restores all fields from a draft', (kind, values, answers) => {
  expect(valuesOf(SURVEY_FORMS[kind], answers)).toEqual(values);
});

test('valuesOf keeps the default for an answer that does not fit its question', () => {
  const draft = [
    { question: 'rating', answer: 3.3 },
    { question: 'qualityOption', answer: 6 },
    { question: 'confidentOption', answer: '2' },
    { question: 'confidentComments', answer: 7 },
    { question: 'unknown', answer: 1 },
  ];
  expect(valuesOf(SURVEY_FORMS.discharge, draft)).toEqual(initialValues(SURVEY_FORMS.discharge));
});
