import { parseAnswers, RateLimiter, readMessage } from './guest-form.ts';

test('answers keep only the fields of the contract', () => {
  const sent = [{ question: 'rating', answer: 4.5, more: { of: 'something' } }];
  expect(parseAnswers(sent)).toEqual([{ question: 'rating', answer: 4.5 }]);
});

test.each([
  ['no list', { question: 'a', answer: 1 }],
  ['too many', Array.from({ length: 51 }, () => ({ question: 'a', answer: 1 }))],
  ['a long question', [{ question: 'q'.repeat(201), answer: 1 }]],
  ['a long answer', [{ question: 'a', answer: 'x'.repeat(4_001) }]],
  ['an answer of another kind', [{ question: 'a', answer: { nested: true } }]],
  ['nothing', undefined],
])('parseAnswers refuses %s', (_what, value) => {
  expect(parseAnswers(value)).toBeUndefined();
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

test('RateLimiter allows 200 messages per second and refuses more', () => {
  const limiter = new RateLimiter();
  const results = (times: number, at: number) => Array.from({ length: times }, () => limiter.allows(at));
  expect(results(200, 500)).not.toContain(false);
  expect(limiter.allows(999)).toBe(false);
  expect(limiter.allows(1_000)).toBe(true);
});
