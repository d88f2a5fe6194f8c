import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movePoint, placesBetween } from './units.ts';

const CONVERSIONS: [figure: string, from: string, to: string, expected: string | undefined][] = [
  ['13.4', 'g/dL', 'g/L', '134'],
  ['134', 'g/L', 'g/dL', '13.4'],
  ['130', 'g/L', 'g/dl', '13.0'],
  ['-0.50', 'g/dL', 'g/L', '-5.0'],
  ['5', 'mg/dL', 'g/L', '0.05'],
  ['7.2', '10*3/uL', '×10⁹/L', '7.2'],
  ['7200', '/µL', '10^9/L', '7.200'],
  ['4.1', '10*12/l', '10^6/mcL', '4.1'],
  ['0.42', 'L/L', '%', '42'],
  ['2.5', 'mIU/L', 'uIU/mL', '2.5'],
  ['12', 'mcg/L', 'ng/mL', '12'],
  ['80', 'umol/L', 'mmol/L', '0.080'],
  ['5', 'mmol/L', 'mg/dL', undefined],
  ['120', 'mmHg', 'kPa', undefined],
  ['37', 'Cel', '[degF]', undefined],
  ['5', 'U/L', 'IU/L', undefined],
  ['5', 'G/L', 'g/L', undefined],
  ['1e3', 'g/L', 'g/dL', undefined],
];

for (const [figure, from, to, expected] of CONVERSIONS)
  test(`${figure} ${from} is ${expected ?? 'not converted'} in ${to}`, () => {
    const places = placesBetween(from, to);
    assert.equal(places === undefined ? undefined : movePoint(figure, places), expected);
  });

test('a figure that is moved there and back is as it was, apart from zeros at its end', () => {
  for (const figure of ['1', '10', '0.05', '123.450', '9007199254740993'])
    for (const places of [1, 2, 3, 6, 12]) {
      const back = movePoint(movePoint(figure, places) ?? '', -places) ?? '';
      assert.ok(back.startsWith(figure) && /^\.?0*$/.test(back.slice(figure.length)), `${figure}: ${back}`);
    }
});
