/** Measures the animations: valid Lottie, and the rates, lengths and sizes of docs/product-rules.md#constants. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { draw, openEngine } from '../animations/draw.ts';
import { withBrowser } from '../browser.ts';
import { ANIMATIONS, LOTTIE } from '../places.ts';

const require = createRequire(import.meta.url);

interface Finding {
  type: 'error' | 'warning';
  path: string;
  message: string;
}

const { LottieValidator } = require('@lottie-animation-community/lottie-specs') as {
  LottieValidator: new (ajv: unknown, schema: object) => { validate(drawing: object): Finding[] };
};
const { Ajv2020 } = require('ajv/dist/2020') as { Ajv2020: unknown };
/** The schema of the Lottie Animation Community, version 1.0. */
const schema = require('@lottie-animation-community/lottie-specs/src/data/lottie.schema.json') as object;
const validator = new LottieValidator(Ajv2020, schema);

const NUMBERS = {
  loader: { fr: 60, op: 300, w: 2000, h: 2000 },
  compass: { fr: 30, op: 90, w: 1500, h: 400 },
  background: { fr: 60, op: 5100, w: 360, h: 800 },
  'scan-success': { fr: 60, op: 120, w: 2000, h: 2000 },
} as const;

/** Each of them on the wire, in bytes. */
const MOST_BYTES = 4_000;

const drawn = (name: string) => JSON.parse(readFileSync(join(ANIMATIONS, `${name}.drawn.json`), 'utf8'));

describe('the animations', () => {
  for (const [name, { fr, op, w, h }] of Object.entries(NUMBERS)) {
    const text = readFileSync(join(LOTTIE, `${name}.json`), 'utf8');
    const drawing = JSON.parse(text);

    it(`${name}: ${fr} fps, ${op} frames, ${w} by ${h}`, () => {
      assert.deepEqual([drawing.fr, drawing.ip, drawing.op, drawing.w, drawing.h], [fr, 0, op, w, h]);
    });

    it(`${name}: valid against the Lottie specification’s schema`, () => {
      assert.deepEqual(
        validator.validate(drawing).filter(({ type }) => type === 'error'),
        [],
      );
    });

    it(`${name}: small, as Lottie and as it is drawn`, () => {
      assert.ok(gzipSync(JSON.stringify(drawing)).length < MOST_BYTES);
      assert.ok(gzipSync(JSON.stringify(drawn(name))).length < MOST_BYTES);
    });

    it(`${name}: styled by the page only, whose security policy forbids styles in attributes`, () => {
      assert.doesNotMatch(drawn(name).svg, /style|script/);
    });
  }

  it('are drawn as the engine draws them', () =>
    withBrowser(async (browser) => {
      const page = await browser.newPage();
      await openEngine(page);
      for (const name of Object.keys(NUMBERS)) {
        assert.deepEqual(
          drawn(name),
          await draw(page, JSON.parse(readFileSync(join(LOTTIE, `${name}.json`), 'utf8'))),
          name,
        );
      }
    }));

  it('the check itself finds what is wrong', () => {
    const broken = JSON.parse(readFileSync(join(LOTTIE, 'loader.json'), 'utf8'));
    broken.fr = 'sixty';
    assert.ok(validator.validate(broken).some(({ type }) => type === 'error'));
  });

  it('the scan’s caption comes half way', () => {
    const { markers, op } = JSON.parse(readFileSync(join(LOTTIE, 'scan-success.json'), 'utf8'));
    assert.deepEqual(markers, [{ cm: 'caption', tm: op / 2, dr: 0 }]);
  });
});
