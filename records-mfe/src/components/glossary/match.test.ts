import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import entries from './glossary.json';
import { Glossary, nameOf, type Term } from './match.ts';

const glossary = new Glossary(entries, 'en');
const termsIn = (text: string, language: 'en' | 'fr' = 'en') =>
  glossary.piecesOf(text, language).filter((piece): piece is Term => typeof piece === 'object');
const wordsIn = (...[text, language]: Parameters<typeof termsIn>) => termsIn(text, language).map(({ word }) => word);

test.each<[why: string, text: string, words: string[], language: 'en' | 'fr']>([
  ['words, whatever their case', 'Cyst. A NODULE and an Effusion.', ['Cyst', 'NODULE', 'Effusion'], 'en'],
  ['whole words only', 'A cystoscopy of the renally impaired, nodulectomy', [], 'en'],
  ['plurals and abbreviations', 'Two nodules on CT, WBC normal', ['nodules', 'CT', 'WBC'], 'en'],
  ['abbreviations only as they are written', 'the ct of a cat, all alt and ast', [], 'en'],
  [
    'the longest term first',
    'A pleural effusion, high-grade dysplasia',
    ['pleural effusion', 'high-grade dysplasia'],
    'en',
  ],
  ['each term once, in any of its forms', 'One cyst, two cysts, a cystic mass', ['cyst', 'mass'], 'en'],
  ['each term once a section', 'A cyst.\nNo other cyst.\n\nLiver: a cyst.', ['cyst', 'cyst'], 'en'],
  ['other hyphens and line ends in a term', 'T2‑weighted, lymph\nnodes', ['T2‑weighted', 'lymph\nnodes'], 'en'],
  ['a term that ends another', 'body mass index', ['body mass index'], 'en'],
  ['French forms', 'Pas d’épanchement pleural; nodules à la TDM', ['épanchement pleural', 'nodules', 'TDM'], 'fr'],
  ['French accents', 'Œdème aigu, sans anémie', ['Œdème', 'aigu', 'anémie'], 'fr'],
  ['no English forms in a French text', 'a swelling, edema', [], 'fr'],
])('Glossary finds %s', (_why, text, words, language) => {
  expect(wordsIn(text, language)).toEqual(words);
  const whole = glossary.piecesOf(text, language);
  expect(whole.map((piece) => (typeof piece === 'string' ? piece : piece.word)).join('')).toBe(text);
});

test('the glossary has about 300 terms, each explained in one sentence in both languages', () => {
  expect(entries.length).toBeGreaterThanOrEqual(300);
  for (const language of ['en', 'fr'] as const) {
    const forms = entries.flatMap((entry) => entry[language].forms.split('|'));
    expect(forms.filter((form, place) => forms.indexOf(form) !== place)).toEqual([]);
    const meanings = entries.map((entry) => entry[language].meaning);
    // One sentence of at most 25 words, which speaks of the word and not of the reader.
    expect(meanings.filter((meaning) => !/^[^.!?]{3,}\.$/.test(meaning))).toEqual([]);
    expect(meanings.filter((meaning) => meaning.split(' ').length > 25)).toEqual([]);
    expect(meanings.filter((meaning) => /\b(you|your|vous|votre|vos)\b/i.test(meaning))).toEqual([]);
  }
});

test('every form is found, and leads to its own term', () => {
  for (const language of ['en', 'fr'] as const)
    for (const entry of entries)
      for (const form of entry[language].forms.split('|'))
        expect(termsIn(`(${form})`, language)).toEqual([
          { word: form, meaning: { text: entry.en.meaning, language: 'en' } },
        ]);
});

test('meanings are in the reader’s language, or in the text’s where that has none', () => {
  const meanings = { cyst: 'كيس صغير.' };
  const explained = (reader: 'ar' | 'fr', text: string, language: 'en' | 'fr') =>
    new Glossary(entries, reader, meanings)
      .piecesOf(text, language)
      .flatMap((piece) => (typeof piece === 'string' ? [] : [piece.meaning]));
  expect(explained('ar', 'kyste', 'fr')).toEqual([{ text: meanings.cyst, language: 'ar' }]);
  expect(explained('ar', 'abcès', 'fr')).toEqual([{ text: 'Une poche de pus dans le tissu.', language: 'fr' }]);
  expect(explained('fr', 'abscess', 'en')).toEqual([{ text: 'Une poche de pus dans le tissu.', language: 'fr' }]);
});

const FOLDER = join(__dirname, 'meanings');

test.each(readdirSync(FOLDER))('%s explains every term in one sentence', (file) => {
  const meanings: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  expect(Object.keys(meanings)).toEqual(entries.map(nameOf));
  expect(Object.values(meanings).filter((meaning) => !/^[^.!?؟۔。।]{2,}[.۔。।]$/.test(meaning))).toEqual([]);
  // A sentence that is far longer than the English one says more than it does.
  const long = entries.filter((entry) => (meanings[nameOf(entry)]?.length ?? 0) > entry.en.meaning.length * 2 + 40);
  expect(long.map(nameOf)).toEqual([]);
});
