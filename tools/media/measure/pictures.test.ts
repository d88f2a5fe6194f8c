/** Checks the pictures and documents: sizes, scales, readable codes, and accessible PDFs. */
import assert from 'node:assert/strict';
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { MediaDocument } from 'mock-api/common/documents';
import { BRAIN_REPORT, CHEST_VIEWS, heartPictures, LEG_VIEWS, NECK_VIEWS, portrait } from 'mock-api/demo/media';
import { showSvg, withBrowser } from '../browser.ts';
import { BRAND, ONBOARDING_MEDIA, REPO, RESULT_MEDIA } from '../places.ts';
import { DEMO, SAMPLE } from '../wristband/make.ts';
import { greyOf, pngOf, sizeOf } from './probe.ts';

const filesOf = ({ file }: MediaDocument) =>
  (typeof file === 'string' ? [file] : Object.values(file)).map((name) => join(RESULT_MEDIA, name));

/** Every picture that a result or event of the demo may contain; add new ones here to have them checked. */
const PICTURES = [
  ...LEG_VIEWS,
  ...CHEST_VIEWS,
  ...NECK_VIEWS,
  ...heartPictures(72),
  ...heartPictures(88),
  portrait('osei', { en: 'Dr. Amara Osei', fr: 'Dre Amara Osei' }),
  portrait('ortega', { en: 'Dr. Luis Ortega', fr: 'Dr Luis Ortega' }),
];

describe('the pictures of results', () => {
  for (const picture of PICTURES) {
    const [file = ''] = filesOf(picture);
    it(`${String(picture.file)} has the declared size and a text alternative in both languages`, () => {
      const { width = 0, height = 0 } = picture as { width: number; height: number };
      if (picture.type === 'image/svg+xml') {
        const [, w = '0', h = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
        assert.ok(Math.abs(Number(w) / Number(h) - width / height) < 0.005, `${w} by ${h}`);
      } else assert.deepEqual(sizeOf(file), { width, height });
      assert.ok(statSync(file).size <= 60_000);
      assert.ok(picture.alt.en.length > 10 && picture.alt.fr.length > 10 && picture.alt.en !== picture.alt.fr);
    });
  }
});

describe('the electrocardiograms', () => {
  for (const bpm of [72, 88] as const) {
    const texts = heartPictures(bpm)
      .flatMap(filesOf)
      .map((file) => readFileSync(file, 'utf8'));

    it(`${bpm} a minute: drawn to scale on a grid of 1 and 5 mm, with the calibration pulse of 1 mV and its leads' names`, () => {
      for (const text of texts) {
        const [, w, h] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text) ?? [];
        assert.ok(text.includes(`width="${w}mm" height="${h}mm"`));
        for (const size of [1, 5]) assert.match(text, new RegExp(`<pattern id="." width="${size}" height="${size}"`));
        assert.match(text, /h2\.5v-10h5v10h2\.5/);
        assert.match(text, /25 mm\/s · 10 mm\/mV/);
      }
      for (const lead of ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6']) {
        assert.ok(texts[0]?.includes(`>${lead}</text>`), lead);
      }
    });
  }
});

describe('the brain scan’s report', () => {
  for (const [language, title] of [
    ['en', 'Brain scan report'],
    ['fr', 'Rapport d’examen du cerveau'],
  ] as const) {
    it(`${language}: one page, tagged, with title, language, headings, list and table`, () => {
      const file = join(RESULT_MEDIA, (BRAIN_REPORT.file as Record<string, string>)[language] ?? '');
      const text = readFileSync(file, 'latin1');
      assert.match(text, /^%PDF-1\.\d/);
      assert.match(text, /\/MarkInfo\s*<<\s*\/Type\s*\/MarkInfo\s*\/Marked true\s*>>|\/MarkInfo\s*<<\s*\/Marked true/);
      assert.match(text, /\/StructTreeRoot \d+ 0 R/);
      assert.match(text, new RegExp(`/Lang \\(${language}-CA\\)`));
      assert.ok(titleOf(text) === title, titleOf(text));
      for (const tag of ['H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD']) {
        assert.match(text, new RegExp(`/S /${tag}\\b`), tag);
      }
      assert.equal(text.match(/\/Type \/Page\b/g)?.length, 1);
      assert.ok(statSync(file).size <= 60_000);
    });
  }
});

/** Returns a PDF's title, which is plain text or big-endian UTF-16 in hexadecimal digits. */
function titleOf(pdf: string): string | undefined {
  const [, plain, hex] = /\/Title (?:\(([^)]*)\)|<([0-9A-F]+)>)/i.exec(pdf) ?? [];
  if (hex === undefined) return plain;
  return new TextDecoder('utf-16be').decode(Buffer.from(hex, 'hex'));
}

describe('the icons', () => {
  const { icons } = JSON.parse(readFileSync(join(BRAND, '../brand.json'), 'utf8')) as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  for (const { src, sizes, purpose } of icons) {
    it(`${src} is ${sizes}${purpose === 'maskable' ? ', and fills its square' : ''}`, () => {
      const { width, height, isOpaque } = pngOf(join(BRAND, '..', src));
      assert.equal(`${width}x${height}`, sizes);
      // Phones crop the maskable icon and Apple's home screen icon themselves, so these must fill their square.
      if (purpose === 'maskable' || sizes === '180x180') assert.ok(isOpaque);
    });
  }
  it('come in the sizes that phones request', () => {
    const have = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    for (const need of ['180x180 any', '192x192 any', '512x512 any', '512x512 maskable'])
      assert.ok(have.includes(need), need);
  });
});

/** Discards stderr: on servers, zbar complains about a missing desktop. */
const QUIETLY: ExecFileSyncOptionsWithStringEncoding = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };

describe('the wristbands', () => {
  const WIDTH = 1200;
  const HEIGHT = 450;
  const bands = [
    { code: SAMPLE, file: join(ONBOARDING_MEDIA, 'sample-wristband.svg') },
    ...DEMO.map(({ code }) => ({ code, file: join(REPO, `docs/wristband-${code}.svg`) })),
  ];
  let folder = '';
  const pictureOf = (code: string) => join(folder, `${code}.png`);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wristbands-'));
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      for (const { code, file } of bands) {
        await showSvg(page, readFileSync(file, 'utf8'), WIDTH, HEIGHT);
        await page.screenshot({ path: pictureOf(code) });
      }
    });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { code } of bands) {
    it(`${code}: both codes are read by zxing and by zbar`, () => {
      for (const format of [BarcodeFormat.CODE_128, BarcodeFormat.QR_CODE]) {
        const reader = new MultiFormatReader();
        const hints: [DecodeHintType, unknown][] = [
          [DecodeHintType.POSSIBLE_FORMATS, [format]],
          [DecodeHintType.TRY_HARDER, true],
        ];
        reader.setHints(new Map(hints));
        const source = new RGBLuminanceSource(greyOf(pictureOf(code)), WIDTH, HEIGHT);
        assert.equal(reader.decode(new BinaryBitmap(new HybridBinarizer(source))).getText(), code);
      }
      const said = execFileSync('zbarimg', ['--quiet', pictureOf(code)], QUIETLY);
      assert.deepEqual(said.trim().split('\n').sort(), [`CODE-128:${code}`, `QR-Code:${code}`]);
    });
  }
});
