/** Checks videos, posters, captions and sounds against the numbers in docs/product-rules.md#constants. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LOCALES } from 'e2e/support/phone/words';
import { STEPS } from 'onboarding-mfe/screens/tutorial/steps';
import { ALL_LANGUAGES } from 'shared-ui/contract/languages';
import { ONBOARDING_MEDIA, SOUNDS } from '../places.ts';
import { captions, captionsFile, DOMAINS } from '../tutorial/captions.ts';
import { keyMoments, peakOf, probe, sizeOf, startsFast } from './probe.ts';

const at = (name: string) => join(ONBOARDING_MEDIA, name);

/** Height divided by width: minimum (inclusive) and maximum (exclusive), from docs/product-rules.md#constants. */
const SHAPES = [
  { name: 'tallest', from: 1.777, below: Number.POSITIVE_INFINITY },
  { name: 'tall', from: 1.7, below: 1.777 },
  { name: 'medium', from: 1.52, below: 1.7 },
  { name: 'standard', from: 0, below: 1.52 },
] as const;

const LENGTH_S = 75;
const MOST_BYTES = 1_500_000;
const MOST_POSTER_BYTES = 30_000;

/** Checks that a phone can play the video inline and without sound. Returns its dimensions. */
function plays(file: string): { width: number; height: number; seconds: number } {
  const { streams, format } = probe(file);
  assert.equal(streams.length, 1, 'a picture and no sound');
  const [stream] = streams;
  assert.deepEqual([stream?.codec_type, stream?.codec_name, stream?.pix_fmt], ['video', 'h264', 'yuv420p']);
  assert.ok(startsFast(file), 'begins before all of it is there');
  return { width: stream?.width ?? 0, height: stream?.height ?? 0, seconds: Number(format.duration) };
}

describe('the tutorial’s films', () => {
  for (const { name, from, below } of LOCALES.flatMap((locale) =>
    SHAPES.map((shape) => ({ ...shape, name: `${shape.name}.${locale}` })),
  )) {
    it(`${name}: 75 s of small H.264 video for its screens, with a key frame at the start of each step and a poster`, () => {
      const film = at(`tutorial-${name}.mp4`);
      const { width, height, seconds } = plays(film);
      assert.ok(height / width >= from && height / width < below, `${width}x${height}`);
      assert.ok(Math.abs(seconds - LENGTH_S) < 0.05, `${seconds} s`);
      assert.ok(statSync(film).size <= MOST_BYTES, `${statSync(film).size} bytes`);
      const whole = keyMoments(film);
      for (const { at: moment } of STEPS.slice(0, -1)) {
        assert.ok(
          whole.some((key) => Math.abs(key - moment) < 0.05),
          `no whole picture at ${moment} s`,
        );
      }
      const poster = at(`tutorial-${name}.webp`);
      assert.deepEqual(sizeOf(poster), { width, height });
      // Phones prefetch the posters of all shapes and languages.
      assert.ok(statSync(poster).size <= MOST_POSTER_BYTES, `${statSync(poster).size} bytes`);
    });
  }

  it('pause twelve times, at the times in the product rules', () => {
    const moments = STEPS.map(({ at: moment }) => moment);
    assert.deepEqual(moments, [5.5, 12.75, 17.5, 24, 29, 38.5, 45, 51, 57.5, 64.5, 72.5, 75]);
  });

  for (const [language, domains] of ALL_LANGUAGES.flatMap((one) => DOMAINS.map((other) => [one, other] as const))) {
    it(`have captions (${language}, ${domains}) with the texts of the steps`, () => {
      const written = readFileSync(at(captionsFile(language, domains)), 'utf8');
      assert.equal(written, captions(language, domains), 'run npm run media -- captions');
      assert.match(written, /^WEBVTT\n\n1\n00:00\.000 --> 00:05\.500\n\S/);
      assert.match(written, /\n12\n01:12\.500 --> 01:15\.000\n\S/);
      assert.equal(written.match(/ --> /g)?.length, 12);
    });
  }
});

it('the wristband’s video loops every 8 s, is small and has a poster', () => {
  const { width, height, seconds } = plays(at('wristband-explainer.mp4'));
  assert.deepEqual([width, height, seconds], [800, 500, 8]);
  assert.ok(statSync(at('wristband-explainer.mp4')).size <= 300_000);
  assert.deepEqual(sizeOf(at('wristband-explainer.jpg')), { width, height });
});

describe('the sounds', () => {
  for (const name of ['new-event', 'click']) {
    it(`${name}: short, small and quiet`, () => {
      const file = join(SOUNDS, `${name}.mp3`);
      const { format, streams } = probe(file);
      assert.equal(streams[0]?.codec_name, 'mp3');
      assert.ok(Number(format.duration) < 1, `${format.duration} s`);
      assert.ok(statSync(file).size < 12_000);
      const peak = peakOf(file);
      assert.ok(peak < -1 && peak > -20, `${peak} dB`);
    });
  }
});
