import { answersIn, Gauge, readMessage } from './messages.ts';

test('answers keep only the fields of the contract', () => {
  const sent = [{ question: 'rating', answer: 4.5, more: { of: 'something' } }];
  expect(answersIn(sent)).toEqual([{ question: 'rating', answer: 4.5 }]);
});

test.each([
  ['no list', { question: 'a', answer: 1 }],
  ['too many', Array.from({ length: 51 }, () => ({ question: 'a', answer: 1 }))],
  ['a long question', [{ question: 'q'.repeat(201), answer: 1 }]],
  ['a long answer', [{ question: 'a', answer: 'x'.repeat(4_001) }]],
  ['an answer of another kind', [{ question: 'a', answer: { nested: true } }]],
  ['nothing', undefined],
])('answersIn refuses %s', (_what, value) => {
  expect(answersIn(value)).toBeUndefined();
});

test.each([
  ['an object', { kind: 'done' }],
  ['no JSON', '{'],
  ['no kind', '{"height":1}'],
  ['a list', '[]'],
  ['a text of 600,000 characters', JSON.stringify({ kind: 'draft', answers: 'x'.repeat(600_000) })],
])('readMessage refuses %s', (_what, data) => {
  expect(readMessage(data)).toBeUndefined();
});

test('Gauge allows 200 messages per second and refuses more', () => {
  const gauge = new Gauge();
  const said = (times: number, at: number) => Array.from({ length: times }, () => gauge.holds(at));
  expect(said(200, 500)).not.toContain(false);
  expect(gauge.holds(999)).toBe(false);
  expect(gauge.holds(1_000)).toBe(true);
});
