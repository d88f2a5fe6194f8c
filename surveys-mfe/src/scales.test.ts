import { renderHook } from '@testing-library/react';
import { choicesOf, type Scale } from './surveys/question.ts';
import { useLanguageFor } from './words.ts';

const languageFor = (tag: string) => renderHook(() => useLanguageFor(tag)).result.current;

const ENDS: [Scale, string, string][] = [
  ['satisfied', 'Very Satisfied', 'Very Unsatisfied'],
  ['comfortable', 'Very Comfortable', 'Not Comfortable At All'],
  ['quality', 'Excellent', 'Very Poor'],
  ['confident', 'Very Confident', 'Not Confident At All'],
  ['clear', 'Very Clear', 'Very Unclear'],
  ['comprehensive', 'Very Comprehensive', 'Very Incomprehensive'],
];

test.each(ENDS)('%s runs from "%s" (5) to "%s" (1), and has five French labels', (scale, best, worst) => {
  const choices = choicesOf(scale, languageFor('en'));
  expect(choices.map(({ value }) => value)).toEqual([5, 4, 3, 2, 1]);
  expect(choices.at(0)?.label).toBe(best);
  expect(choices.at(-1)?.label).toBe(worst);
  const french = choicesOf(scale, languageFor('fr-CA')).map(({ label }) => label);
  expect(new Set(french).size).toBe(5);
  expect(french).not.toEqual(choices.map(({ label }) => label));
});

test.each([
  ['fr', '3,5'],
  ['fr-CA', '3,5'],
  ['FR-FR', '3,5'],
  ['en', '3.5'],
  ['en-CA', '3.5'],
  ['fro', '3.5'],
  ['tlh', '3.5'],
])('useLanguageFor %s formats 3.5 as %s', (tag, written) => {
  expect(languageFor(tag).number(3.5)).toBe(written);
});
