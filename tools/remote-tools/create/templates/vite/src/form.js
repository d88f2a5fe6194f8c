// What the form does in every framework alike: which fields there are, how it begins, and what it sends.
import { COMMENT_MAX, RATINGS, SCALES, SURVEYS, WORDS } from './questions.js';

export { COMMENT_MAX };

const CLEAR = { en: 'Clear answer', fr: 'Effacer la réponse' };

const languageOf = (locale) => (/^fr\b/i.test(locale) ? 'fr' : 'en');

/** Returns the texts around the fields. */
export function wordsFor({ locale, hospital }) {
  const language = languageOf(locale);
  const words = WORDS[language];
  return { ...words, intro: words.intro(hospital), clear: CLEAR[language] };
}

function optionsOf({ kind, scale }, locale) {
  const texts = kind === 'scale' ? SCALES[languageOf(locale)][scale] : [];
  const { format } = new Intl.NumberFormat(locale);
  if (kind === 'rating') return RATINGS.map((value) => ({ value, text: format(value) }));
  return texts.map((text, place) => ({ value: texts.length - place, text }));
}

/** Returns the fields of a survey: a scale and a rating have options, a text has none. */
export function fieldsOf({ survey, locale }) {
  if (!Object.hasOwn(SURVEYS, survey)) throw new Error(`unknown survey: ${survey}`);
  const words = WORDS[languageOf(locale)];
  return SURVEYS[survey].map((question) => ({
    name: question.name,
    kind: question.kind,
    label: words[question.label],
    options: optionsOf(question, locale),
  }));
}

/** Returns the values to begin with, '' without an answer. Uses only what this form may have put into the draft. */
export function valuesFrom(fields, draft = []) {
  const given = new Map(draft.map(({ question, answer }) => [question, answer]));
  const toValue = ({ name, kind, options }) => {
    const answer = given.get(name);
    const isKnown = kind === 'text' ? typeof answer === 'string' : options.some(({ value }) => value === answer);
    return isKnown ? answer : '';
  };
  return Object.fromEntries(fields.map((field) => [field.name, toValue(field)]));
}

/** Returns the answers for the app, without the unanswered questions. */
export const answersOf = (fields, values) =>
  fields.flatMap(({ name }) => (values[name] === '' ? [] : [{ question: name, answer: values[name] }]));
