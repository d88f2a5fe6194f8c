/** Checks the animations: valid Lottie, and the frame rates, lengths and sizes of docs/product-rules.md#constants. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LOTTIE, STILLS, SUCCESS_STILL } from '../places.ts';

const require = createRequire(import.meta.url);

const { LottieValidator } = require('@lottie-animation-community/lottie-specs') as {
  LottieValidator: new (ajv: unknown, schema: object) => { validate(drawing: object): { type: string }[] };
};
const { Ajv2020 } = require('ajv/dist/2020') as { Ajv2020: unknown };
/** Schema of the Lottie Animation Community, version 1.0. */
const schema = require('@lottie-animation-community/lottie-specs/src/data/lottie.schema.json') as object;
const validator = new LottieValidator(Ajv2020, schema);

const NUMBERS = {
  loader: { fr: 60, op: 300, w: 2000, h: 2000 },
  compass: { fr: 30, op: 90, w: 1500, h: 400 },
  background: { fr: 60, op: 5100, w: 360, h: 800 },
  'scan-success': { fr: 60, op: 120, w: 2000, h: 2000 },
} as const;

/** Maximum compressed size of each, in bytes. */
const MOST_BYTES = 4_000;

const stills: Record<keyof typeof NUMBERS, object> = {
  ...JSON.parse(readFileSync(STILLS, 'utf8')),
  'scan-success': JSON.parse(readFileSync(SUCCESS_STILL, 'utf8')),
};

describe('the animations', () => {
  for (const [name, { fr, op, w, h }] of Object.entries(NUMBERS)) {
    const drawing = JSON.parse(readFileSync(join(LOTTIE, `${name}.json`), 'utf8'));

    it(`${name}: ${fr} fps, ${op} frames, ${w} by ${h}`, () => {
      assert.deepEqual([drawing.fr, drawing.ip, drawing.op, drawing.w, drawing.h], [fr, 0, op, w, h]);
    });

    it(`${name}: valid against the Lottie specification’s schema, small over the wire, and styled by the page only`, () => {
      const errors = validator.validate(drawing).filter(({ type }) => type === 'error');
      assert.deepEqual(errors, []);
      assert.ok(gzipSync(JSON.stringify(drawing)).length < MOST_BYTES);
      // The security policy forbids style attributes.
      assert.doesNotMatch(JSON.stringify(stills[name as keyof typeof NUMBERS]), /style|script/);
    });
  }

  it('the caption of scan success appears halfway through', () => {
    const { markers, op } = JSON.parse(readFileSync(join(LOTTIE, 'scan-success.json'), 'utf8'));
    assert.deepEqual(markers, [{ cm: 'caption', tm: op / 2, dr: 0 }]);
  });
});
