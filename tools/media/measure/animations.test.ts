/** Checks the animations: valid Lottie, and the frame rates, lengths and sizes of docs/product-rules.md#constants. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { pathData, type Still } from '../../../shared-ui/src/ui/animation/animations.ts';
import { STILL_FRAMES } from '../animations/make.ts';
import { withBrowser } from '../browser.ts';
import { ANIMATION_STYLES, LOTTIE, STILLS, SUCCESS_STILL, TOKENS } from '../places.ts';
import { greyOf } from './probe.ts';

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

type Name = keyof typeof NUMBERS;
const NAMES = Object.keys(NUMBERS) as Name[];
const stills: Record<Name, Still> = {
  ...JSON.parse(readFileSync(STILLS, 'utf8')),
  'scan-success': JSON.parse(readFileSync(SUCCESS_STILL, 'utf8')),
};

/**
 * Maximum share of pixels in which a still may differ from the engine's frame: edges are rendered slightly
 * differently.
 */
const MOST_DIFFERENT = 0.0008;
/** Difference in brightness (0 to 255) from which a pixel counts as different. */
const NOTICEABLE = 24;

const ENGINE = require.resolve('lottie-web/build/player/lottie_light.min.js');

/** Returns the SVG that shared-ui's StillFrame renders. */
function svgOf({ size, shapes }: Still): string {
  const [width, height] = size;
  const paths = shapes.map((shape, at) => {
    const { className, opacity = 1, strokeWidth = 0, strokeDasharray = 'none', light } = shape;
    const stops = (light ?? []).map(([offset, alpha]) => `<stop offset="${offset}" stop-opacity="${alpha}"/>`).join('');
    const gradient = `<radialGradient id="light-${at}">${stops}</radialGradient>`;
    const stroke = `stroke-width="${strokeWidth}" stroke-dasharray="${strokeDasharray}"`;
    const fill = light ? ` fill="url(#light-${at})"` : '';
    return `${gradient}<path class="${className}" d="${pathData(shape)}" opacity="${opacity}" ${stroke}${fill}/>`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`;
}

/** Renders an animation's still, or the same frame drawn by the engine, and returns the brightness of every pixel. */
async function photograph(page: Page, name: Name, folder: string, by: 'still' | 'engine'): Promise<Uint8ClampedArray> {
  const { w, h, op } = NUMBERS[name];
  const width = w > h ? 600 : 400;
  const box = `body{margin:0;background:#fff}#box,#box>svg{display:block;width:${width}px;height:${(width * h) / w}px}`;
  const tokens = readFileSync(TOKENS, 'utf8') + readFileSync(ANIMATION_STYLES, 'utf8');
  const content = by === 'still' ? svgOf(stills[name]) : '';
  await page.setContent(
    `<style>${tokens}${box}</style><div id="box" data-theme="light" data-animation>${content}</div>`,
  );
  if (by === 'engine') {
    await page.addScriptTag({ content: readFileSync(ENGINE, 'utf8') });
    const animationData = readFileSync(join(LOTTIE, `${name}.json`), 'utf8');
    const frame = STILL_FRAMES[name] === 'first' ? 0 : op - 1;
    await page.evaluate(
      ([json, at]) => {
        const { lottie } = globalThis as unknown as {
          lottie: { loadAnimation(options: object): { goToAndStop(frame: number, isFrame: boolean): void } };
        };
        const container = document.getElementById('box');
        const options = { container, renderer: 'svg', autoplay: false, animationData: JSON.parse(json) };
        lottie.loadAnimation(options).goToAndStop(at, true);
      },
      [animationData, frame] as const,
    );
  }
  const path = join(folder, `${name}-${by}.png`);
  await page.locator('#box').screenshot({ path });
  return greyOf(path);
}

describe('the animations', () => {
  const table = NAMES.map((name) => {
    const { fr, op, w, h } = JSON.parse(readFileSync(join(LOTTIE, `${name}.json`), 'utf8'));
    const wanted = NUMBERS[name];
    return [
      name.padEnd(13),
      `${fr} fps (wanted ${wanted.fr})`,
      `${op} frames (wanted ${wanted.op})`,
      `${w} by ${h} (wanted ${wanted.w} by ${wanted.h})`,
    ].join('  ');
  });
  console.log(table.join('\n'));

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

    it(`${name}: small over the wire`, () => {
      assert.ok(gzipSync(JSON.stringify(drawing)).length < MOST_BYTES);
    });

    it(`${name}: styled by the page only, because the security policy forbids style attributes`, () => {
      assert.doesNotMatch(JSON.stringify(stills[name as Name]), /style|script/);
    });
  }

  it('have stills that match the engine’s rendering', () =>
    withBrowser(async (browser) => {
      const folder = mkdtempSync(join(tmpdir(), 'stills-'));
      const page = await browser.newPage({ viewport: { width: 800, height: 1000 } });
      for (const name of NAMES) {
        const [still, engine] = [
          await photograph(page, name, folder, 'still'),
          await photograph(page, name, folder, 'engine'),
        ];
        assert.equal(still.length, engine.length, name);
        const different = still.filter((value, at) => Math.abs(value - (engine[at] ?? 0)) > NOTICEABLE).length;
        const share = different / still.length;
        assert.ok(share <= MOST_DIFFERENT, `${name}: ${(share * 100).toFixed(2)} % of the points differ`);
        // Checks that the pictures are not blank.
        assert.ok(new Set(engine).size > 2, name);
      }
      rmSync(folder, { recursive: true });
    }));

  it('the validator reports a broken animation', () => {
    const broken = JSON.parse(readFileSync(join(LOTTIE, 'loader.json'), 'utf8'));
    broken.fr = 'sixty';
    assert.ok(validator.validate(broken).some(({ type }) => type === 'error'));
  });

  it('the caption of scan success appears halfway through', () => {
    const { markers, op } = JSON.parse(readFileSync(join(LOTTIE, 'scan-success.json'), 'utf8'));
    assert.deepEqual(markers, [{ cm: 'caption', tm: op / 2, dr: 0 }]);
  });
});
