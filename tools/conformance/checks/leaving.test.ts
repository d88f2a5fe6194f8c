import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthIn } from './leaving.ts';

test('growthIn sees what grows in most rounds, and nothing in what the app adds to a few', () => {
  assert.equal(growthIn([20, 21, 22, 23, 24, 25, 26]), 1);
  assert.equal(growthIn([20, 20, 22, 23, 23, 24, 25]), 1);
  assert.equal(growthIn([20, 20, 27, 27, 27, 28, 28]), 0);
  assert.equal(growthIn([20, 22, 20, 22, 20, 22, 20]), -2);
});
