import { isPrefetched, nameOf } from './worker/prefetched.ts';

test.each(['exposed.0a1b2c3d.js', 'chime.0a1b2c3d.mp3', 'remoteEntry.0a1b2c3d.js'])('%s is prefetched', (path) => {
  expect(isPrefetched(path, { sizes: { [path]: 10_000 } })).toBe(true);
});

const ON_USE = ['film.mp4', 'terms.pdf', 'exposed.js.LICENSE.txt', 'source-maps.json'];

test.each([...ON_USE, '@mf-types.zip', '@mf-types.d.ts', 'mf-manifest.json', 'first-screens.json'])(
  '%s is fetched on first use only',
  (path) => {
    expect(isPrefetched(path, { sizes: { [path]: 100 } })).toBe(false);
  },
);

test('a large file is fetched on first use only', () => {
  expect(isPrefetched('reader.js', { sizes: { 'reader.js': 300_001 } })).toBe(false);
});

test.each([
  ['staff only', ['staff'], false],
  ['patients, too', ['staff', 'patient'], true],
] as const)('isPrefetched decides by guards for %s', (_who, guards, expected) => {
  const routes = guards.map((guard) => ({ path: `/${guard}/*`, guard }));
  expect(isPrefetched('exposed.0a1b2c3d.js', { sizes: {}, routes })).toBe(expected);
});

const AT = 'https://care.example.org/remotes';

test('a file has the same name in every version of its remote, and another in other remotes', () => {
  const name = nameOf(`${AT}/timeline/1.0.0/exposed.0a1b2c3d.js`);
  expect(nameOf(`${AT}/timeline/1.1.0/exposed.4e5f6a7b.js`)).toBe(name);
  expect(nameOf(`${AT}/desk/1.0.0/exposed.0a1b2c3d.js`)).not.toBe(name);
  expect(nameOf(`${AT}/timeline/1.1.0/film.4e5f6a7b.mp4`)).not.toBe(name);
});
