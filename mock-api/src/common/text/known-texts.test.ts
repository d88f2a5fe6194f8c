import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textIn } from '../i18n.ts';
import { linesOf } from './known-texts.ts';

const FASTING = { en: 'Nothing to eat', fr: 'Rien à manger' };
const SCAN = { en: 'MRI', fr: 'IRM' };

it('linesOf returns each line in both languages, without its time', () => {
  const [fasting, scan] = linesOf({ en: '8:00 Nothing to eat\n3:00 p.m. MRI', fr: '8 h Rien à manger\n15 h IRM' });
  assert.partialDeepStrictEqual([fasting, scan], [FASTING, SCAN]);
});

it('linesOf pairs lines by their times, whatever their order', () => {
  const [fasting] = linesOf({ en: '8:00 Nothing to eat\n15:00 MRI', fr: '15 h IRM\n8 h Rien à manger' });
  assert.partialDeepStrictEqual(fasting, FASTING);
});

it('linesOf takes no line for the translation of one at another time, or in a text with more lines', () => {
  const english = '8:00 Nothing to eat\n15:00 MRI';
  assert.deepEqual(linesOf({ en: english, fr: '9 h Rien à manger\n15 h IRM' }), []);
  assert.deepEqual(linesOf({ en: english, fr: '8 h Rien à manger\n15 h IRM\nRepos' }), []);
  const spanish = '14:00 Resonancia\n8:00 Nada de comer';
  const [fasting] = linesOf({ en: english, fr: '8 h Rien à manger\n15 h IRM', es: spanish });
  assert.equal(fasting && textIn(fasting, 'es'), 'Nothing to eat');
});

it('linesOf pairs lines without their own times only in translations of ours', () => {
  const texts = { en: 'Nothing to eat\nMRI', fr: 'IRM\nRien à manger' };
  assert.deepEqual(linesOf(texts), [], 'another order');
  assert.deepEqual(linesOf({ en: '8:00 Nothing to eat\n8:00 MRI', fr: '8 h IRM\n8 h Rien à manger' }), []);
  const product = { en: texts.en, fr: 'Rien à manger\nIRM' };
  assert.deepEqual(linesOf(texts, product), [], 'French changed by the hospital');
  assert.partialDeepStrictEqual(linesOf(product, product), [FASTING, SCAN]);
});
