import { codeSchema } from './one-time-code.tsx';

test.each([
  ['4821', true],
  ['', false],
  ['482', false],
  ['48215', false],
  ['48a1', false],
])('codeSchema(4) with %j is valid: %j', (code, isComplete) => {
  expect(codeSchema(4).isValidSync({ code })).toBe(isComplete);
});

test('codeSchema(6) requires the 6 digits of a second-factor code', () => {
  expect(codeSchema(6).isValidSync({ code: '482163' })).toBe(true);
  expect(codeSchema(6).isValidSync({ code: '4821' })).toBe(false);
});
