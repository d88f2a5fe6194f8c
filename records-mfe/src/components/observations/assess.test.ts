import { between, mark, measured, observation } from '../../testing/records.ts';
import { assess, isNormal, isOutside } from './assess.ts';

// White blood cells: normal from 3.5 to 10.5.
test.each([
  ['far below', measured(1), 'below'],
  ['right below', measured(3.4), 'below'],
  ['at the lower limit', measured(3.5), 'atLow'],
  ['inside', measured(7.2), 'inside'],
  ['at the upper limit', measured(10.5), 'atHigh'],
  ['right above', measured(10.6), 'above'],
  ['far above', measured(30), 'above'],
  ['below zero', measured(-3, between(-2, 2)), 'below'],
  ['zero, and that is normal', measured(0, between(0, 5)), 'atLow'],
  ['above a range of one value', measured(6, between(5, 5)), 'above'],
  ['at a range of one value', measured(5, between(5, 5)), 'atLow'],
  ['only a lower limit, below', measured(0.9, between(1, null)), 'below'],
  ['only a lower limit, at', measured(1, between(1, null)), 'atLow'],
  ['only a lower limit, inside', measured(2, between(1, null)), 'inside'],
  ['only an upper limit, inside', measured(2, between(null, 5)), 'inside'],
  ['only an upper limit, at', measured(5, between(null, 5)), 'atHigh'],
  ['only an upper limit, above', measured(5.1, between(null, 5)), 'above'],
  ['in other units', measured(149, between(130, 170), 'g/L'), 'inside'],
  ['no value', observation({ valueQuantity: null }), 'missing'],
  ['an empty text', observation({ valueQuantity: null, valueString: '' }), 'missing'],
  ['a value in words', observation({ valueQuantity: null, valueString: 'Negative' }), 'text'],
  ['a range in words', measured(1, between(null, null, 'Regular')), 'text'],
  ['no range', measured(1, null), 'text'],
  ['a range upside down', measured(7, between(10, 3)), 'text'],
])('assess classifies a value: %s', (_, example, expected) => {
  expect(assess(example)).toEqual(expected);
});

test('values at a limit are normal; values without range get no verdict; a mark of the hospital counts more', () => {
  const examples = [
    ...[measured(1), measured(3.5), measured(7), measured(30), measured(1, null)],
    ...[
      { ...measured(7), mark: mark('above normal', 'above') },
      { ...measured(30), mark: mark('normal', 'inside') },
    ],
    { ...measured(1, null), mark: mark('abnormal', 'outside') },
  ];
  expect(examples.map(isNormal)).toEqual([false, true, true, false, false, false, false, false]);
  expect(examples.map(isOutside)).toEqual([true, false, false, true, false, true, false, true]);
});
