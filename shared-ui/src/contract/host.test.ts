import { isPrefetched, nameOf, textsLanguageOf } from './host.ts';

test.each([
  ['exposed.0a1b2c3d.js', true],
  ['chime.0a1b2c3d.mp3', true],
  ['remoteEntry.0a1b2c3d.js', true],
  ...[
    'film.mp4',
    'film.fr.0a1b2c3d.vtt',
    'terms.pdf',
    'demo-story.0a1b2c3d.js',
    'translation-es-terms-ts.0a1b2c3d.js',
    'exposed.js.LICENSE.txt',
    'source-maps.json',
    '@mf-types.zip',
    '@mf-types.d.ts',
  ].map((path) => [path, false] as const),
  ['mf-manifest.json', false],
  ['first-screens.json', false],
] as const)('whether %s is prefetched, and not just fetched on first use: %s', (path, expected) => {
  expect(isPrefetched(path, { sizes: { [path]: 10_000 } })).toBe(expected);
  expect(isPrefetched(path, { sizes: { [path]: 300_001 } })).toBe(false);
});

test.each([
  [['staff'], false],
  [['staff', 'patient'], true],
] as const)('isPrefetched decides by the guards of a remote: for %s it is %s', (guards, expected) => {
  const routes = guards.map((guard) => ({ path: `/${guard}/*`, guard }));
  expect(isPrefetched('exposed.0a1b2c3d.js', { sizes: {}, routes })).toBe(expected);
});

test.each([
  ['texts-ar.0a1b2c3d.js', 'ar'],
  ['texts-zh-Hans.0a1b2c3d.js', 'zh-Hans'],
  ['texts-zh-Hans-later.0a1b2c3d.js', 'zh-Hans'],
  ['meanings-zh-Hant-json.0a1b2c3d.js', 'zh-Hant'],
] as const)('of the texts in %s, readers of another language prefetch none', (path, language) => {
  expect(textsLanguageOf(`/remotes/records/1.0.0/${path}`)).toBe(language);
  const readers = [language, 'en', 'fr', undefined];
  expect(readers.map((reader) => isPrefetched(path, {}, reader))).toEqual([true, false, false, true]);
});

test('a translated document is prefetched by those alone who are known to read its language', () => {
  const path = 'translation-zh-Hans-terms-ts.0a1b2c3d.js';
  expect(textsLanguageOf(path)).toBe('zh-Hans');
  const readers = ['zh-Hans', 'en', undefined];
  expect(readers.map((reader) => isPrefetched(path, {}, reader))).toEqual([true, false, false]);
});

test.each(['exposed.0a1b2c3d.js', 'demo-story.0a1b2c3d.js', 'texts.json'])('%s is no file of texts', (path) => {
  expect(textsLanguageOf(path)).toBeUndefined();
});

test('a language pack is prefetched by the readers of its language alone', () => {
  const language = { tag: 'es', name: 'Español', direction: 'ltr', state: 'reviewed' } as const;
  const readers = ['es', 'fr', undefined];
  expect(readers.map((reader) => isPrefetched('texts.json', { language }, reader))).toEqual([true, false, false]);
});

const AT = 'https://care.example.org/remotes';

test('a file has the same name in every version of its remote, and another in other remotes', () => {
  const name = nameOf(`${AT}/timeline/1.0.0/exposed.0a1b2c3d.js`);
  expect(nameOf(`${AT}/timeline/1.1.0/exposed.4e5f6a7b.js`)).toBe(name);
  expect(nameOf(`${AT}/desk/1.0.0/exposed.0a1b2c3d.js`)).not.toBe(name);
  expect(nameOf(`${AT}/timeline/1.1.0/film.4e5f6a7b.mp4`)).not.toBe(name);
});
