import entries from './glossary.json';
import { Glossary, type Term } from './match.ts';

const glossary = new Glossary(entries);
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
        expect(termsIn(`(${form})`, language)).toEqual([{ word: form, entry }]);
});
