import { codeSchema } from './schema.ts';

test.each([
  ['4821', true],
  ['', false],
  ['482', false],
  ['48215', false],
  ['48a1', false],
])('a PIN of 4 digits: %j is complete: %j', (code, isComplete) => {
  expect(codeSchema(4).isValidSync({ code })).toBe(isComplete);
});

test('the code of the second factor has 6 digits', () => {
  expect(codeSchema(6).isValidSync({ code: '482163' })).toBe(true);
  expect(codeSchema(6).isValidSync({ code: '4821' })).toBe(false);
});
