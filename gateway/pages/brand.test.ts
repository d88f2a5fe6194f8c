import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EXAMPLE_BRAND, exampleBrandProblems } from 'server-kit/example-brand';
import { REPO } from 'server-kit/paths';
import { telephoneOf } from 'shared-ui/contract';
import { startPublished, temporaryFolder, writeFiles } from '../testing/fixtures.ts';
import { drawLogo, parseBrand, readBrand, webManifest } from './brand.ts';

const FILE = 'shell/brand.json';
const text = await readFile(join(REPO, FILE), 'utf8');
const good = JSON.parse(text);

describe('the brand file', () => {
  it('is valid as shipped', async () => {
    const { brand, icons } = await readBrand(join(REPO, FILE), FILE);
    assert.equal(brand.name, 'Lodestar');
    const { hospital, supportEmail, supportPhones } = brand;
    const numbers = supportPhones.map(({ number }) => number);
    assert.deepEqual({ hospital, supportEmail, supportPhones: numbers }, EXAMPLE_BRAND);
    const extensions = brand.supportPhones.map(({ extension }) => extension);
    assert.deepEqual([...extensions, ...brand.locales], ['123', '123', 'en', 'fr']);
    assert.ok(icons.length > 0);
  });

  it('is rejected with every missing or invalid field', () => {
    const lacks = { meaning: { en: 'a star' }, supportEmail: undefined, hospital: undefined };
    const words = [good.supportPhones[0], { number: '+1 416 555 0190', extension: 'desk' }];
    const climbs = [{ src: '../../etc/x.png', sizes: '1x1', purpose: 'any' }];
    const cases: [Record<string, unknown>, RegExp][] = [
      [lacks, /^PlainError: shell.brand\.json: "meaning\.fr" is missing; "supportEmail" is .*; "hospital" is missing$/],
      [{ criticalAdvice: { en: 'Call' } }, /"criticalAdvice\.fr" is missing/],
      [{ name: '' }, /"name" must be a text that is not empty/],
      [{ colours: { ...good.colours, theme: 'green' } }, /"colours\.theme" must be a colour like/],
      [{ supportPhones: good.supportPhones.slice(1) }, /"supportPhones" must hold two numbers/],
      [{ supportPhones: words }, /"supportPhones\[1\]\.extension" must be digits/],
      [{ locales: ['en', 'de'] }, /"locales\[1\]" must be one of "en", "fr"/],
      [{ supportEmail: 'call us' }, /"supportEmail" must be an email address/],
      [{ logo: '<svg onload="x">' }, /"logo" must be an SVG path/],
      [{ icons: climbs }, /"icons\[0\]\.src" must be a PNG file beside/],
    ];
    for (const [change, message] of cases)
      assert.throws(() => parseBrand(JSON.stringify({ ...good, ...change }), FILE), message);
  });

  it('may have telephone numbers without an extension', () => {
    const direct = [{ number: '+1 613 555 0100' }, { number: '+1 888 555 0100' }];
    const { brand } = parseBrand(JSON.stringify({ ...good, supportPhones: direct }), FILE);
    assert.deepEqual(brand.supportPhones.map(telephoneOf), ['tel:+16135550100', 'tel:+18885550100']);
  });

  it('has words for visitors in both languages, and a plan that the gateway serves', () => {
    const picture = { src: 'brand/icon-192.png', alt: { en: 'Plan', fr: 'Plan' } };
    const withPicture = { ...good, visitors: { ...good.visitors, picture } };
    assert.deepEqual(parseBrand(JSON.stringify(withPicture), FILE).brand.visitors?.picture, picture);
    const ward = { ward: '4A', number: '+1 613 555 0100' };
    const withWard = { ...good, visitors: { ...good.visitors, wards: [ward] } };
    const read = parseBrand(JSON.stringify(withWard), FILE).brand.visitors?.wards;
    assert.deepEqual(read, [{ ...ward, extension: '' }]);
    const cases: [object, RegExp][] = [
      [{ way: { en: 'Ask' } }, /"visitors\.way\.fr" is missing/],
      [{ phone: undefined }, /"visitors\.phone" is missing/],
      [{ wards: [{ number: '555' }] }, /"visitors\.wards\[0\]\.ward" is missing/],
      [{ picture: { ...picture, src: '../plan.png' } }, /"visitors\.picture\.src" must be a PNG file/],
    ];
    for (const [change, message] of cases) {
      const visitors = { ...good.visitors, ...change };
      assert.throws(() => parseBrand(JSON.stringify({ ...good, visitors }), FILE), message);
    }
  });

  it('refuses the example’s words for visitors outside a demo', () => {
    const own = { hospital: 'Bayview', supportEmail: 'help@bayview.ca', supportPhones: ['+1 613 555 0100'] };
    assert.deepEqual(exampleBrandProblems(own, FILE), []);
    const [problem] = exampleBrandProblems({ ...own, visitorsPhones: [good.visitors.phone.number] }, FILE);
    assert.match(String(problem), /still has the example’s "visitors"/);
  });

  it('is named in the error when it is missing, is not JSON or names a missing picture', async (test) => {
    const folder = await temporaryFolder(test);
    const reading = () => readBrand(join(folder, 'brand.json'), FILE);
    await assert.rejects(reading(), /^PlainError: shell\/brand\.json is missing; set BRAND_FILE/);
    await writeFiles(folder, { 'brand.json': '{"name": ' });
    await assert.rejects(reading(), /^PlainError: shell\/brand\.json is not JSON/);
    await writeFiles(folder, { 'brand.json': text });
    await assert.rejects(reading(), /"icons\[0\]\.src" names a file that does not exist/);
  });
});

describe('brand output', () => {
  it('includes a web manifest whose pictures the gateway serves', async (test) => {
    const { app } = await startPublished(test);
    const manifest = (await app.inject('/manifest.webmanifest')).json();
    assert.deepEqual([manifest.name, manifest.orientation, manifest.display], ['Lodestar', 'portrait', 'standalone']);
    assert.equal(manifest.theme_color, good.colours.theme);
    assert.ok(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable'));
    for (const { src, type } of manifest.icons) {
      const response = await app.inject(src);
      assert.deepEqual([response.statusCode, response.headers['content-type']], [200, type], src);
      assert.equal(response.headers['cache-control'], 'no-cache');
    }
  });

  it('includes shortcuts in the user’s language, a splash picture and, without pictures, a drawn logo', async () => {
    const file = await readBrand(join(REPO, FILE));
    const { shortcuts } = JSON.parse(webManifest(file, 'fr')) as { shortcuts: { name: string; url: string }[] };
    const named = shortcuts.map(({ name, url }) => `${name}: ${url}`);
    assert.deepEqual(named, ['Mes résultats: /profile/1/results', 'Mes plans de soins: /profile/1/care-plans']);
    assert.ok(file.splash.length > 0);
    const { brand } = parseBrand(JSON.stringify({ ...good, name: 'A "<b>" & C', icons: undefined }), FILE);
    assert.match(drawLogo(brand), /aria-label="A b {2}C".*fill="#083f45"/);
    const { icons } = JSON.parse(webManifest({ brand, icons: [], screenshots: [], splash: [], folder: '/' }, 'en'));
    assert.deepEqual([icons.length, icons[0].src], [1, '/brand/logo.svg']);
  });
});
