import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import { SURVEY_FORMS } from './surveys/forms.ts';
import { answersOf, initialValues, type Values, valuesOf } from './surveys/question.ts';

/** Values of each form in the order of its questions. */
const ALL: [SurveyKind, Values][] = [
  ['admission', { triageOption: 4, triageComments: ' Quick. ', covidOption: 1, covidComments: '' }],
  ['discharge', { rating: 3.5, qualityOption: 2, confidentOption: 3, confidentComments: 'Who do I call?' }],
  ['ecg', { triageOption: 5, covidOption: 2, covidComments: 'Too fast.' }],
  ['blood', { triageOption: 1, covidOption: 4, covidComments: '' }],
];

test.each(ALL)(
  '%s: answersOf returns every field by name in form order, and valuesOf restores them',
  (kind, values) => {
    const answers = Object.entries(values).map(([question, answer]) => ({ question, answer }));
    const shuffled = Object.fromEntries(Object.entries(values).reverse());
    expect(answersOf(SURVEY_FORMS[kind], shuffled)).toEqual(answers);
    expect(valuesOf(SURVEY_FORMS[kind], answers as SurveyAnswer[], false)).toEqual(values);
  },
);

test('initialValues are 5 for options, 0 for the rating and empty for comments in the demo', () => {
  const values = { rating: 0, qualityOption: 5, confidentOption: 5, confidentComments: '' };
  expect(initialValues(SURVEY_FORMS.discharge, true)).toEqual(values);
});

test.each(Object.entries(SURVEY_FORMS))(
  '%s: outside the demo no option and no rating is answered beforehand',
  (_, form) => {
    const answers = answersOf(form, initialValues(form, false));
    expect(answers.filter(({ answer }) => answer !== '')).toEqual([]);
  },
);

test('answersOf omits unanswered questions and values that are not in the form', () => {
  const values = { rating: 0, qualityOption: null, confidentOption: 3, confidentComments: '', other: 1 };
  expect(answersOf(SURVEY_FORMS.discharge, values).map(({ question }) => question)).toEqual([
    'rating',
    'confidentOption',
    'confidentComments',
  ]);
});

test('valuesOf keeps the default for an answer that does not fit its question', () => {
  const draft = [
    { question: 'rating', answer: 3.3 },
    { question: 'qualityOption', answer: 6 },
    { question: 'confidentOption', answer: '2' },
    { question: 'confidentComments', answer: 7 },
    { question: 'unknown', answer: 1 },
  ];
  for (const isDemo of [true, false])
    expect(valuesOf(SURVEY_FORMS.discharge, draft, isDemo)).toEqual(initialValues(SURVEY_FORMS.discharge, isDemo));
});
