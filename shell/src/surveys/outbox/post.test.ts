import { openPage } from 'shared-ui/testing';
import { payloadOf, postSurvey, type Survey } from './post.ts';

const survey: Survey = {
  survey: 'ecg',
  responses: [{ question: 'triageOption', answer: 5 }],
  person: { name: 'Jordan Avery', email: 'patient@example.org' },
};

const RECEIPT = { receiptId: 'r-1', receivedAt: '2026-01-01T00:00:00Z' };

function recorder(answer: () => Response | Promise<Response>) {
  const posts: { headers: Headers; body: unknown }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request;
    posts.push({ headers: request.headers, body: await request.json() });
    return answer();
  });
  return posts;
}

beforeEach(openPage);

test('postSurvey sends the recorder’s format with the authorizer and the idempotency key', async () => {
  const posts = recorder(() => Response.json(RECEIPT, { status: 201 }));
  expect(await postSurvey('key-1', payloadOf(survey))).toEqual({ kind: 'received', receiptId: 'r-1' });
  expect(posts[0]?.headers.get('idempotency-key')).toBe('key-1');
  expect(posts[0]?.headers.get('authorizer')).toBe('key');
  expect(posts[0]?.body).toEqual({
    Hospital: 'Northside General Hospital',
    Survey: 'ECG test',
    Responses: [{ question: 'triageOption', answer: 5 }],
    Email: 'patient@example.org',
    Name: 'Jordan Avery',
  });
});

test('postSurvey sends the replaced receipt for corrections only', async () => {
  const posts = recorder(() => Response.json(RECEIPT, { status: 201 }));
  await postSurvey('key-1', payloadOf(survey), { replaces: 'r-0' });
  await postSurvey('key-2', payloadOf(survey));
  expect(posts.map(({ headers }) => headers.get('replaces'))).toEqual(['r-0', null]);
});

test.each([
  ['admission', 'admission'],
  ['discharge', 'discharge'],
  ['ecg', 'ECG test'],
  ['blood', 'Blood test'],
] as const)('payloadOf names %s "%s"', (kind, name) => {
  expect(payloadOf({ ...survey, survey: kind })).toMatchObject({ Survey: name });
});

const refused = (status: number, code: string) => ({ kind: 'refused', status, code, message: 'No' });
const says = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { code: `C${status}`, message: 'No' } }, { status, headers });

const inAMinute = () => new Date(Date.now() + 60_000).toUTCString();

test.each<[string, () => Response | Promise<Response>, object]>([
  ['200 with the receipt of an earlier try', () => Response.json(RECEIPT), { kind: 'received', receiptId: 'r-1' }],
  ['200 with a login page', () => new Response('<html>Wi-Fi</html>'), { kind: 'retry' }],
  ['200 with something else', () => Response.json({ ok: true }), { kind: 'retry' }],
  ['400', () => says(400), refused(400, 'C400')],
  ['401', () => says(401), refused(401, 'C401')],
  ['413', () => says(413), refused(413, 'C413')],
  ['422, the key was used for other answers', () => says(422), refused(422, 'C422')],
  ['409, the same key is in flight', () => says(409, { 'retry-after': '1' }), { kind: 'retry', waitMs: 1_000 }],
  ['429', () => says(429, { 'retry-after': '120' }), { kind: 'retry', waitMs: 120_000 }],
  ['408', () => says(408), { kind: 'retry' }],
  ['500', () => says(500), { kind: 'retry' }],
  ['503 with nonsense in Retry-After', () => says(503, { 'retry-after': 'soon' }), { kind: 'retry' }],
  ['503 with a date long past', () => says(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }), { kind: 'retry' }],
  ['503 with a date', () => says(503, { 'retry-after': inAMinute() }), { kind: 'retry', waitMs: expect.any(Number) }],
  ['a network error', () => Promise.reject(new TypeError('Failed to fetch')), { kind: 'retry' }],
])('postSurvey handles %s', async (_, answer, outcome) => {
  const posts = recorder(answer);
  expect(await postSurvey('key-1', payloadOf(survey))).toEqual(outcome);
  expect(posts).toHaveLength(1);
});

test.each<[string, () => Promise<Response> | Response]>([
  ['says nothing', () => new Promise(() => undefined)],
  ['stops half-way through its receipt', () => new Response(new ReadableStream())],
])('postSurvey times out after 10 s when the recorder %s', async (_, answer) => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
  const outcome = postSurvey('key-1', payloadOf(survey));
  await jest.advanceTimersByTimeAsync(9_900);
  expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
  await jest.advanceTimersByTimeAsync(200);
  expect(await outcome).toEqual({ kind: 'retry' });
  jest.useRealTimers();
});
