import { untranslatedWords } from './untranslated.ts';

test('untranslatedWords finds Latin words in texts and attributes that are no data', () => {
  document.body.innerHTML = `<h1>سلام</h1><p>Dr. Osei · Save it</p><button aria-label="Close now">×</button>`;
  expect(untranslatedWords(document.body, ['{"by":"Dr. Osei"}'])).toEqual(['Save it', 'Close now']);
});

test('untranslatedWords leaves out values in texts, what was typed, and what names its own language', () => {
  document.body.innerHTML =
    '<p>سلام \u2068Jordan\u2069</p><textarea>Half a sentence</textarea><p lang="fr">Bonjour</p><style>body {}</style>';
  expect(untranslatedWords(document.body, [])).toEqual([]);
});
