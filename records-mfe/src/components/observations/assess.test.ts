import { between, measured, observation } from '../../testing/records.ts';
import { assess, isNormal, isOutside } from './assess.ts';

const slightly = { isSlight: true };
const clearly = { isSlight: false };

// White blood cells: normal from 3.5 to 10.5; a quarter of the range's width is 1.75.
test.each([
  ['far below', measured(1), { kind: 'below', ...clearly }],
  ['just more than a little below', measured(1.74), { kind: 'below', ...clearly }],
  ['a little below', measured(1.75), { kind: 'below', ...slightly }],
  ['right below', measured(3.4), { kind: 'below', ...slightly }],
  ['at the lower limit', measured(3.5), { kind: 'at', limit: 'low' }],
  ['inside', measured(7.2), { kind: 'inside' }],
  ['at the upper limit', measured(10.5), { kind: 'at', limit: 'high' }],
  ['a little above', measured(11.8), { kind: 'above', ...slightly }],
  ['far above', measured(30), { kind: 'above', ...clearly }],
  ['below zero', measured(-3, between(-2, 2)), { kind: 'below', ...slightly }],
  ['zero, and that is normal', measured(0, between(0, 5)), { kind: 'at', limit: 'low' }],
  ['above a range of one value', measured(6, between(5, 5)), { kind: 'above', ...clearly }],
  ['at a range of one value', measured(5, between(5, 5)), { kind: 'at', limit: 'low' }],
  ['only a lower limit, below', measured(0.9, between(1, null)), { kind: 'below', ...clearly }],
  ['only a lower limit, at', measured(1, between(1, null)), { kind: 'at', limit: 'low' }],
  ['only a lower limit, inside', measured(2, between(1, null)), { kind: 'inside' }],
  ['only an upper limit, inside', measured(2, between(null, 5)), { kind: 'inside' }],
  ['only an upper limit, at', measured(5, between(null, 5)), { kind: 'at', limit: 'high' }],
  ['only an upper limit, above', measured(5.1, between(null, 5)), { kind: 'above', ...clearly }],
  ['in other units', measured(149, between(130, 170), 'g/L'), { kind: 'inside' }],
  ['no value', observation({ valueQuantity: null }), { kind: 'missing' }],
  ['an empty text', observation({ valueQuantity: null, valueString: '' }), { kind: 'missing' }],
  ['a value in words', observation({ valueQuantity: null, valueString: 'Negative' }), { kind: 'text' }],
  ['a range in words', measured(1, between(null, null, 'Regular')), { kind: 'text' }],
  ['no range', measured(1, null), { kind: 'text' }],
  ['a range upside down', measured(7, between(10, 3)), { kind: 'text' }],
])('assess classifies a value: %s', (_, example, expected) => {
  expect(assess(example)).toEqual(expected);
});

test('values at a limit are normal; values without range get no verdict', () => {
  const examples = [measured(1), measured(3.5), measured(7), measured(30), measured(1, null)].map(assess);
  expect(examples.map(isNormal)).toEqual([false, true, true, false, false]);
  expect(examples.map(isOutside)).toEqual([true, false, false, true, false]);
});
