import assert from 'node:assert/strict';
import { it } from 'node:test';
import { middleOf } from './lighthouse.ts';

const load = (performance: number, accessibility: number) => ({
  screen: 'home',
  scores: { Performance: performance, Accessibility: accessibility },
  metrics: { 'Total Blocking Time': `${100 - performance} ms` },
  blocked: 100 - performance,
});

it('middleOf takes the load with the median performance and the lowest of all other scores', () => {
  const { scores, metrics, blocked, loads } = middleOf([load(97, 100), load(88, 100), load(95, 98)]);
  assert.deepEqual(scores, { Performance: 95, Accessibility: 98 });
  assert.deepEqual(metrics, { 'Total Blocking Time': '5 ms' });
  assert.equal(blocked, 5);
  assert.deepEqual(loads, [88, 95, 97]);
});
