import { toTimedLines } from './timed-lines.ts';

test.each([
  ['8:00 Blood test', { at: '08:00', text: 'Blood test' }],
  ['15 h 30 IRM', { at: '15:30', text: 'IRM' }],
  ['15 h IRM', { at: '15:00', text: 'IRM' }],
  ['3:30 p.m. MRI', { at: '15:30', text: 'MRI' }],
  ['12:15 am Check', { at: '00:15', text: 'Check' }],
  ['25:00 Check', { text: '25:00 Check' }],
  ['2 walks', { text: '2 walks' }],
  ['3 hours of rest', { text: '3 hours of rest' }],
])('toTimedLines reads "%s"', (line, expected) => {
  expect(toTimedLines(`\n ${line} \n`)).toEqual([expected]);
});
