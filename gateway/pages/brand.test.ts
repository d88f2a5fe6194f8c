import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPO } from '../common/paths.ts';
import { startPublished, temporaryFolder, writeFiles } from '../testing/fixtures.ts';
import { drawLogo, parseBrand, readBrand, webManifest } from './brand.ts';

const FILE = 'shell/brand.json';
const text = await readFile(join(REPO, FILE), 'utf8');
const good = JSON.parse(text);

describe('the brand file', () => {
  it('is valid as shipped', async () => {
    const { brand, icons } = await readBrand(join(REPO, FILE), FILE);
    const extensions = brand.supportPhones.map(({ extension }) => extension);
    assert.deepEqual([brand.name, brand.hospital], ['Lodestar', 'Northside General Hospital']);
    assert.deepEqual(
      [extensions, brand.locales],
      [
        ['123', '123'],
        ['en', 'fr'],
      ],
    );
    assert.ok(icons.length > 0);
  });

  it('is rejected with every missing field listed at once', () => {
    const { supportEmail, hospital, ...rest } = good;
    assert.ok(supportEmail && hospital);
    assert.throws(
      () => parseBrand(JSON.stringify({ ...rest, meaning: { en: 'a star' } }), FILE),
      /^PlainError: shell\/brand\.json: "meaning\.fr" is missing; "supportEmail" is missing; "hospital" is missing$/,
    );
  });

  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['an empty name', { name: '' }, /"name" must be a text that is not empty/],
    ['a colour by name', { colours: { ...good.colours, theme: 'green' } }, /"colours\.theme" must be a colour like/],
    ['one phone number', { supportPhones: good.supportPhones.slice(1) }, /"supportPhones" must hold two numbers/],
    [
      'a phone without extension',
      { supportPhones: [good.supportPhones[0], { number: '+1 416 555 0190' }] },
      /"supportPhones\[1\]\.extension" is missing/,
    ],
    ['a language that is not there', { locales: ['en', 'de'] }, /"locales" must list "en", "fr" or both/],
    ['no e-mail address', { supportEmail: 'call us' }, /"supportEmail" must be an e-mail address/],
    ['a logo that is no path', { logo: '<svg onload="x">' }, /"logo" must be an SVG path/],
    [
      'an icon that climbs',
      { icons: [{ src: '../../etc/x.png', sizes: '1x1', purpose: 'any' }] },
      /"icons\[0\]\.src" must be a PNG file beside/,
    ],
  ];
  for (const [what, change, message] of cases)
    it(`is refused with ${what}`, () => {
      assert.throws(() => parseBrand(JSON.stringify({ ...good, ...change }), FILE), message);
    });

  it('is named in the error when it is missing, is not JSON or names a missing picture', async (test) => {
    const folder = await temporaryFolder(test);
    const path = join(folder, 'brand.json');
    await assert.rejects(readBrand(path, FILE), /^PlainError: shell\/brand\.json is missing; set BRAND_FILE/);
    await writeFiles(folder, { 'brand.json': '{"name": ' });
    await assert.rejects(readBrand(path, FILE), /^PlainError: shell\/brand\.json is not JSON/);
    await writeFiles(folder, { 'brand.json': text });
    await assert.rejects(readBrand(path, FILE), /"icons\[0\]\.src" names a file that does not exist/);
  });
});

describe('brand output', () => {
  it('includes a web manifest whose pictures the gateway serves', async (test) => {
    const { app } = await startPublished(test);
    const manifest = (await app.inject('/manifest.webmanifest')).json();
    assert.deepEqual([manifest.name, manifest.orientation, manifest.display], ['Lodestar', 'portrait', 'standalone']);
    assert.equal(manifest.theme_color, good.colours.theme);
    for (const { src, type } of manifest.icons) {
      const response = await app.inject(src);
      assert.deepEqual([response.statusCode, response.headers['content-type']], [200, type], src);
      assert.equal(response.headers['cache-control'], 'no-cache');
    }
  });

  it('includes what phones need to install the app: portrait, shortcuts, maskable icon, splash picture', async () => {
    const file = await readBrand(join(REPO, 'shell', 'brand.json'));
    const manifest = JSON.parse(webManifest(file, 'fr'));
    assert.equal(manifest.orientation, 'portrait');
    const shortcuts = manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => `${name}: ${url}`);
    assert.deepEqual(shortcuts, ['Mes résultats: /profile/1/results', 'Mes plans de soins: /profile/1/care-plans']);
    assert.ok(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable'));
    assert.ok(file.splash.length > 0);
  });

  it('includes a drawn logo, enough for a hospital without pictures', () => {
    const { brand } = parseBrand(JSON.stringify({ ...good, name: 'A "<b>" & C', icons: undefined }), FILE);
    assert.match(drawLogo(brand), /aria-label="A b {2}C".*fill="#083f45"/);
    const { icons } = JSON.parse(webManifest({ brand, icons: [], screenshots: [], splash: [], folder: '/' }, 'en'));
    assert.deepEqual([icons.length, icons[0].src], [1, '/brand/logo.svg']);
  });
});
