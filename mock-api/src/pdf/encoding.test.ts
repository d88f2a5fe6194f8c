import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesOf } from './encoding.ts';

const shown = (text: string) => Buffer.from(bytesOf(text)).toString('latin1');

describe('text in a PDF', () => {
  it('keeps accents and the meaning of values', () => {
    assert.equal(shown('Léa Côté, 5 µg'), 'Léa Côté, 5 µg');
    assert.equal(shown('4,1 × 10⁹/L ≥ 10⁻³'), '4,1 × 10^9/L >= 10^-³');
  });

  it('replaces letters that the fonts lack by plain ones', () => {
    assert.equal(shown('Nguyễn Łukasz 李'), 'Nguyen ?ukasz ?');
  });
});
