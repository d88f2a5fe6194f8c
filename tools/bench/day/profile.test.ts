import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../statistics.ts';
import { ACTIONS, BEDS, DAY, playedMs, SCALE, stepsOf } from './profile.ts';

it('the phases of the day follow each other and fill it', () => {
  assert.deepEqual(
    DAY.map(({ from }) => from),
    [0, ...DAY.slice(0, -1).map(({ to }) => to)],
  );
  assert.equal(DAY.at(-1)?.to, 24 * 60);
  assert.equal(sum(DAY.map(playedMs)), 86_400_000 / SCALE);
});

it('a scaled phase has the actions a second of the whole network', () => {
  for (const phase of DAY) {
    const steps = stepsOf(phase, BEDS / SCALE);
    for (const action of ACTIONS) {
      const played = steps.filter((step) => step.action === action).length / playedMs(phase);
      const real = (phase.perBed[action] * BEDS) / ((phase.to - phase.from) * 60_000);
      assert.ok(Math.abs(played - real) <= 0.5 / playedMs(phase), `${phase.name}: ${action}`);
    }
    assert.ok(steps.every(({ at, bed }) => at >= 0 && at < playedMs(phase) && bed < BEDS / SCALE));
    assert.deepEqual(
      steps,
      steps.toSorted((one, other) => one.at - other.at),
    );
  }
});
