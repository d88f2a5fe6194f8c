import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictsReport } from '../verdicts.ts';
import { judgeLoads, type Load, loadsReport } from './figures.ts';

/** Returns a load of that score, with its largest paint (ms). */
const load = (performance: number, paint: number): Load => ({
  scores: { Performance: performance, Accessibility: 100, 'Best Practices': 100 },
  metrics: {
    'first-contentful-paint': paint / 2,
    'largest-contentful-paint': paint,
    'total-blocking-time': 40,
    'cumulative-layout-shift': 0.012,
  },
});

const loads = (paints: number[], performance = 97) => paints.map((paint) => load(performance, paint));
const PAINTS = [1_000, 1_100, 1_200, 1_300, 1_400, 1_500, 1_600];
const measured = {
  applied: [loads(PAINTS), loads(PAINTS.map((paint) => paint - 20))],
  simulated: [loads(PAINTS, 88), loads(PAINTS, 88)],
};

test('the report has medians with intervals, differences of pairs, and the simulation beside them', () => {
  const lines = loadsReport('home', measured, 'main').split('\n').slice(-6);
  assert.deepEqual(lines[0]?.trim().split(/\s+/), ['applied', 'main', 'difference', 'simulated']);
  assert.match(lines[1] ?? '', /^ {2}Performance +97 \(97 to 97\) .* 0 \(0 to 0\) +88 \(88 to 88\)$/);
  assert.match(lines[3] ?? '', / 1300 \(1000 to 1600\) +1280 \(980 to 1580\) +20 \(20 to 20\) +1300 \(1000 to 1600\)$/);
  assert.match(lines[5] ?? '', /^ {2}Layout shift +0\.012 \(0\.012 to 0\.012\)/);
});

test('a build that paints later in every pair misses its aim, and one that sometimes does not meets it', () => {
  const last = (against: Load[]) =>
    judgeLoads('home', { ...measured, applied: [loads(PAINTS), against] }, { canJudge: true }, 'main').at(-1)?.ok;
  assert.equal(last(loads(PAINTS.map((paint) => paint - 20))), false);
  assert.equal(last(loads(PAINTS.map((paint, index) => paint + (index === 3 ? 20 : -20)))), true);
});

test('a slow machine judges what does not depend on speed, and shows the figures of the rest', () => {
  const verdicts = judgeLoads('home', measured, { canJudge: false }, 'main');
  assert.deepEqual(
    verdicts.map(({ ok }) => ok),
    [undefined, undefined, true, true, undefined],
  );
  assert.match(verdictsReport(verdicts), /Performance >= 95 +97 +not judged\n/);
});
