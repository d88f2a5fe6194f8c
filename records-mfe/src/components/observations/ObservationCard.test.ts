import { between, measured, observation } from '../../testing/values.ts';
import { numberLine } from './ObservationCard.tsx';

test.each([
  ['the lower limit', measured(3.5), { from: 0.25, to: 0.75, value: 0.25 }],
  ['the middle', measured(7), { from: 0.25, to: 0.75, value: 0.5 }],
  ['the upper limit', measured(10.5), { from: 0.25, to: 0.75, value: 0.75 }],
  ['far below', measured(-100), { from: 0.25, to: 0.75, value: 0.03 }],
  ['far above', measured(100), { from: 0.25, to: 0.75, value: 0.97 }],
  [
    'a lower limit alone, at it',
    measured(2, 'inside', { referenceRange: between(2, null) }),
    { from: 0.25, to: 1, value: 0.25 },
  ],
  [
    'a lower limit alone, twice as much',
    measured(4, 'inside', { referenceRange: between(2, null) }),
    { from: 0.25, to: 1, value: 0.5 },
  ],
  [
    'an upper limit alone, at it',
    measured(5, 'inside', { referenceRange: between(null, 5) }),
    { from: 0, to: 0.75, value: 0.75 },
  ],
  [
    'an upper limit alone, nothing',
    measured(0, 'inside', { referenceRange: between(null, 5) }),
    { from: 0, to: 0.75, value: 0.03 },
  ],
  ['no limit', measured(1, 'inside', { referenceRange: between(null, null, 'Regular') }), null],
  ['a range with which the value is not compared', measured(7, 'inside', { verdict: null }), null],
  ['no range', measured(1, 'inside', { referenceRange: null }), null],
  ['no value', observation({ valueQuantity: null }), null],
  ['limits that leave no room', measured(1, 'inside', { referenceRange: between(5, 5) }), null],
  ['limits upside down', measured(1, 'inside', { referenceRange: between(9, 5) }), null],
  ['a lower limit of zero alone', measured(1, 'inside', { referenceRange: between(0, null) }), null],
])('numberLine handles %s', (_, example, line) => {
  expect(numberLine(example)).toEqual(line);
});
