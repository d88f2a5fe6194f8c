import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isRecord } from 'server-kit/fields';
import { REPO } from 'server-kit/paths';
import { countText, fleschKincaidGrade, kandelMolesEase, type Language } from './texts/reading-level.ts';

/** Fewest words of a text that can be judged; shorter ones are labels, whose grade says nothing. */
const LEAST_WORDS = 8;
/** Highest school grade of an English text. */
const GRADE = 6;
/** Lowest reading ease of a French text: not difficult. */
const EASE = 50;
/** Lowest reading ease of all French texts for patients together: easy, which is grade 6. */
const EASE_TOGETHER = 80;

/** Beginnings of texts that are agreed word for word, or that the tutorial's films say. */
const AGREED = [
  'We’re having some trouble confirming',
  'Password needs to be 8 – 14 characters',
  'The email address you provided',
  'A new validation email has been sent',
  'This is a demo product.',
  'Is there anything about your safety or care',
  'How comfortable were you with our Covid-19',
  'How comprehensive was the explanation',
  'Un chiffre indique combien d’événements',
  'Les résultats d’examens sont accompagnés',
];

interface Text {
  key: string;
  text: string;
  language: Language;
  reader: 'patients' | 'staff';
}

function textsIn(catalogue: Record<string, unknown>, path: string): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([name, value]): [string, string][] =>
    isRecord(value) ? textsIn(value, `${path}${name}.`) : [[path + name, String(value)]],
  );
}

/** Returns the sentences of all catalogues, without legal pages and what only developers read. */
function readTexts(): Text[] {
  const catalogues = globSync('*/src/**/locales/{,*.}{en,fr}.json', {
    cwd: REPO,
    exclude: ['**/node_modules', 'shell/src/development'],
  });
  return catalogues.flatMap((file) => {
    const language = file.endsWith('fr.json') ? 'fr' : 'en';
    const reader = file.startsWith('desk-mfe') || file.includes('override') ? 'staff' : 'patients';
    const texts = textsIn(JSON.parse(readFileSync(join(REPO, file), 'utf8')), `${file}: `);
    return file.includes('/legal.') ? [] : texts.map(([key, text]): Text => ({ key, text, language, reader }));
  });
}

const isLong = ({ text, language }: Text) => countText(text, language).words >= LEAST_WORDS;
const isAgreed = ({ text }: Text) => AGREED.some((start) => text.replaceAll("'", '’').startsWith(start));

describe('reading level of texts', () => {
  const texts = readTexts().filter((text) => isLong(text) && !isAgreed(text));
  const of = (language: Language) => texts.filter((text) => text.language === language);

  it('is grade 6 at most in English', () => {
    const found = of('en');
    assert.ok(found.length > 400);
    const grades = found.map((text) => ({ ...text, grade: Math.round(fleschKincaidGrade(text.text)) }));
    const tooHigh = grades.filter(({ grade }) => grade > GRADE);
    assert.deepEqual(tooHigh, []);
  });

  it('is easy in French, and no text is difficult', (t) => {
    const found = of('fr');
    assert.ok(found.length > 400);
    const eases = found.map((text) => ({ ...text, ease: Math.round(kandelMolesEase(text.text)) }));
    const difficult = eases.filter(({ ease }) => ease < EASE);
    assert.deepEqual(difficult, []);
    const forPatients = found.filter(({ reader }) => reader === 'patients').map(({ text }) => text);
    const together = kandelMolesEase(forPatients.join('\n'));
    assert.ok(together >= EASE_TOGETHER, `${together}`);
    t.diagnostic(`French texts for patients: reading ease ${together.toFixed(0)}`);
  });

  it('is measured with the published formulas', () => {
    assert.deepEqual(countText('It hurts. Please tell {{name}}!', 'en'), { sentences: 2, words: 4, syllables: 4 });
    assert.equal(fleschKincaidGrade('The cat sat on the mat.').toFixed(2), '-1.45');
    assert.equal(kandelMolesEase('Le chat est sur le tapis.').toFixed(1), '115.0');
    assert.ok(fleschKincaidGrade('Anticipatory cardiovascular rehabilitation necessitates collaboration.') > 20);
  });
});
