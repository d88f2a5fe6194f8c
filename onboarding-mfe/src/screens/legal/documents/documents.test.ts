import { ALL_LANGUAGES } from 'shared-ui/languages';
import type { LegalBlock, LegalDocument, LegalFacts, LegalName, LegalText } from './document.ts';
import { legalText as ndaEn } from './en/nda.ts';
import { legalText as privacyEn } from './en/privacy.ts';
import { legalText as termsEn } from './en/terms.ts';
import { legalText as ndaFr } from './fr/nda.ts';
import { legalText as privacyFr } from './fr/privacy.ts';
import { legalText as termsFr } from './fr/terms.ts';

const TEXTS: Record<LegalName, { en: LegalText; fr: LegalText }> = {
  nda: { en: ndaEn, fr: ndaFr },
  privacy: { en: privacyEn, fr: privacyFr },
  terms: { en: termsEn, fr: termsFr },
};
const NAMES: LegalName[] = ['nda', 'privacy', 'terms'];
const LANGUAGES = ['en', 'fr'] as const;

const FACTS: LegalFacts = { product: 'Polaris', hospital: 'Hilltop Hospital', isDemo: true, storesAnswers: false };
/** Facts for every kind of deployment. */
const PLACES: LegalFacts[] = [true, false].flatMap((isDemo) =>
  [true, false].map((storesAnswers) => ({ ...FACTS, isDemo, storesAnswers })),
);

const wordsOf = (block: LegalBlock): string => {
  if (typeof block === 'string') return block;
  return 'list' in block ? block.list.join('\n') : '';
};
const sectionText = (document: LegalDocument, id: string) =>
  document.sections
    .filter((section) => section.id === id)
    .flatMap(({ blocks }) => blocks.map(wordsOf))
    .join('\n');

const allText = ({ title, intro, sections }: LegalDocument) =>
  [title, ...intro, ...sections.flatMap((section) => [section.title, ...section.blocks.map(wordsOf)])].join('\n');

/** Returns the structure of a block without its text: the number of items of a list, the target of a link. */
const shapeOf = (block: LegalBlock) => {
  if (typeof block === 'string') return 'paragraph';
  return 'list' in block ? `list of ${block.list.length}` : block;
};
const outline = ({ date, version, intro, sections }: LegalDocument) => ({
  date,
  version,
  intro: intro.length,
  sections: sections.map(({ id, blocks }) => ({ id, blocks: blocks.map(shapeOf) })),
});

describe.each(NAMES)('%s', (name) => {
  test('has the same sections, blocks and typography in both languages, for every deployment', () => {
    for (const facts of PLACES) {
      const { en, fr } = TEXTS[name];
      expect(outline(fr(facts))).toEqual(outline(en(facts)));
      expect(allText(fr(facts)).match(/['"“”]|\S:\s|\s[;!?]|«\S|\S»/g)).toBeNull();
      expect(allText(en(facts)).match(/[«»]|\s[:;!?]/g)).toBeNull();
    }
  });

  test.each(LANGUAGES)(
    'names the product, the hospital and the contacts, under unique section ids (%s)',
    (language) => {
      const { intro, sections } = TEXTS[name][language](FACTS);
      expect(intro.join()).toContain('Polaris');
      expect(intro.join()).toContain('Hilltop Hospital');
      expect(sections.at(-1)).toMatchObject({ id: 'contact', blocks: expect.arrayContaining([{ contacts: true }]) });
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
      expect(sections.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
    },
  );

  test('is governed by the laws of Canada', () => {
    expect(sectionText(TEXTS[name].en(FACTS), 'law')).toMatch(/governed by the laws of Canada/);
    expect(sectionText(TEXTS[name].fr(FACTS), 'law')).toMatch(/régie?s? par les lois du Canada/);
  });
});

/** Returns the product's, the hospital's and the laws' names in a text, and its numbers. */
const factsIn = (text: string) => (text.match(/Polaris|Hilltop Hospital|PHIPA|PIPEDA|\d+/g) ?? []).sort();

/** Returns the words of every paragraph and list item, by their place. */
const wordsByPlace = ({ title, intro, sections }: LegalDocument) =>
  new Map([
    ['title', title],
    ...intro.map((text, index) => [`intro ${index + 1}`, text] as const),
    ...sections.flatMap((section) => [
      [`${section.id} title`, section.title] as const,
      ...section.blocks.flatMap((block, index) =>
        wordsOf(block)
          .split('\n')
          .map((text, line) => [`${section.id} ${index + 1}.${line + 1}`, text] as const),
      ),
    ]),
  ]);

/** Returns the places whose words differ between two kinds of deployment. */
const changesBetween = (text: LegalText, one: LegalFacts, other: LegalFacts) => {
  const others = wordsByPlace(text(other));
  return [...wordsByPlace(text(one))].filter(([place, words]) => words !== others.get(place)).map(([place]) => place);
};

const TRANSLATED = ALL_LANGUAGES.filter((tag) => tag !== 'en' && tag !== 'fr').flatMap((tag) =>
  NAMES.map((name) => [tag, name] as const),
);

describe.each(TRANSLATED)('%s: %s', (tag, name) => {
  const { en } = TEXTS[name];
  let text: LegalText;
  beforeAll(async () => {
    text = (await import(`./${tag}/${name}.ts`)).legalText;
  });

  test('has the sections, blocks, names, laws and numbers of the English document, for every deployment', () => {
    for (const facts of PLACES) {
      expect(outline(text(facts))).toEqual(outline(en(facts)));
      const factsByPlace = (document: LegalDocument) =>
        [...wordsByPlace(document)].map(([place, words]) => [place, factsIn(words)]);
      expect(factsByPlace(text(facts))).toEqual(factsByPlace(en(facts)));
    }
  });

  test('says something else where the English document does, for every deployment', () => {
    for (const one of PLACES)
      for (const other of PLACES) expect(changesBetween(text, one, other)).toEqual(changesBetween(en, one, other));
  });

  test('is translated as a whole', () => {
    const english = wordsByPlace(en(FACTS));
    const same = [...wordsByPlace(text(FACTS))].filter(
      ([place, words]) => words !== '' && words === english.get(place),
    );
    expect(same).toEqual([]);
    expect(allText(text(FACTS))).not.toContain('"');
  });
});

test('documents have the dates and versions of the product rules, and the terms name the courts of Ontario', () => {
  const editions = NAMES.map((name) => {
    const { date, version } = TEXTS[name].en(FACTS);
    return [name, date, version];
  });
  expect(editions).toEqual([
    ['nda', '2021-02-18', '1.0'],
    ['privacy', '2021-02-16', '1.0'],
    ['terms', '2021-02-18', '1.0'],
  ]);
  expect(sectionText(termsEn(FACTS), 'law')).toContain('the courts of Ontario');
  expect(sectionText(termsFr(FACTS), 'law')).toContain('les tribunaux de l’Ontario');
});

test.each([
  ['privacy', 'surveys', 'en', /not retained/],
  ['privacy', 'surveys', 'fr', /ne sont pas conservées/],
  ['terms', 'demo', 'en', /not retained/],
  ['terms', 'demo', 'fr', /ne sont pas conservées/],
] as const)(
  '%s says in %s (%s) that survey answers are dropped only if they are',
  (name, section, language, dropped) => {
    const text = (storesAnswers: boolean) => sectionText(TEXTS[name][language]({ ...FACTS, storesAnswers }), section);
    expect(text(false)).toMatch(dropped);
    expect(text(true)).not.toMatch(dropped);
  },
);

test.each(['privacy', 'terms'] as const)('%s speaks of no demo, trial or example outside a demo', (name) => {
  for (const storesAnswers of [true, false])
    for (const language of LANGUAGES) {
      const text = allText(TEXTS[name][language]({ ...FACTS, isDemo: false, storesAnswers }));
      expect(text).not.toMatch(/d[eé]mo\b|d[eé]monstration|trial|\bessais?\b|ficti|example|exemple/i);
    }
});

test('privacy policy warns about the public outbox only in a demo', () => {
  expect(sectionText(privacyEn(FACTS), 'demo')).toMatch(/outbox/);
  expect(sectionText(privacyFr(FACTS), 'demo')).toMatch(/boîte d’envoi/);
  expect(sectionText(privacyEn({ ...FACTS, isDemo: false }), 'demo')).not.toMatch(/outbox/);
  expect(sectionText(privacyFr({ ...FACTS, isDemo: false }), 'demo')).not.toMatch(/boîte d’envoi/);
});
