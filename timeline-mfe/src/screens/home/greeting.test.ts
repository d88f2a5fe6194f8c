import { greetingFor } from './greeting.ts';

test.each([
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('greetingFor at hour %i is %s', (hour, greeting) => {
  expect(greetingFor(hour)).toBe(greeting);
});
