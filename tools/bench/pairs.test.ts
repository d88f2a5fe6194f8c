import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calibrate, calibrationReport, REFERENCE_MS } from './calibration.ts';
import { measureInTurns } from './pairs.ts';
import { medianInterval, pairedDifference } from './statistics.ts';

describe('measureInTurns', () => {
  /** Returns sides that report when they are measured; those of the numbers in `missing` have no value. */
  function sides(...missing: number[]) {
    const order: string[] = [];
    const side = (name: string) => async () => {
      order.push(name);
      return missing.includes(order.length) ? null : order.length;
    };
    return { order, both: [side('a'), side('b')] };
  }

  it('alternates between the sides and keeps pairs together', async () => {
    const { order, both } = sides();
    assert.deepEqual(await measureInTurns(both, { rounds: 3, spare: 0 }), [
      [1, 3, 5],
      [2, 4, 6],
    ]);
    assert.equal(order.join(''), 'ababab');
  });

  it('repeats a round without all values, and gives up after too many', async () => {
    assert.deepEqual(await measureInTurns(sides(3).both, { rounds: 2, spare: 1 }), [
      [1, 5],
      [2, 6],
    ]);
    await assert.rejects(measureInTurns(sides(3).both, { rounds: 2, spare: 0 }), /Only 1 of 2/);
  });
});

describe('statistics of pairs', () => {
  it('the interval of seven values is their range, and of nine without the outermost', () => {
    assert.deepEqual(medianInterval([7, 1, 2, 3, 4, 5, 6]), { low: 1, high: 7 });
    assert.deepEqual(medianInterval([9, 1, 2, 3, 4, 5, 6, 7, 8]), { low: 2, high: 8 });
  });

  it('a difference is of each pair, whatever slows both of its values', () => {
    const machine = [0, 500, 20, 3_000, 0, 80, 1_000];
    const own = machine.map((ms) => 110 + ms);
    const other = machine.map((ms) => 100 + ms);
    assert.deepEqual(pairedDifference(own, other), { median: 10, low: 10, high: 10 });
  });
});

describe('calibrate', () => {
  /** Calibrates with a clock on which each run takes that long. */
  function calibrateAt(ms: number) {
    let now = 0;
    return calibrate(
      () => {
        now += ms;
      },
      () => now,
    );
  }

  it('judges on a machine that is at most twice as slow as the reference', () => {
    assert.deepEqual(calibrateAt(2 * REFERENCE_MS), { ms: 2 * REFERENCE_MS, canJudge: true });
    assert.match(calibrationReport(calibrateAt(REFERENCE_MS)), /^Calibration: \d+ ms \(reference: \d+ ms\)$/);
  });

  it('does not judge on a slower one, and says so', () => {
    const calibration = calibrateAt(2 * REFERENCE_MS + 1);
    assert.equal(calibration.canJudge, false);
    assert.match(calibrationReport(calibration), /more than 2 times as slow, so speed is not judged$/);
  });
});
