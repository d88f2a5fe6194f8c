import { ApiFailure } from '../api/index.ts';
import { openPage } from '../testing/index.ts';
import { deliverSurvey, type Survey } from './deliver.ts';

const survey: Survey = {
  key: 'key-1',
  survey: 'ecg',
  responses: [{ question: 'triageOption', answer: 5 }],
  person: { name: 'Jordan Avery', email: 'patient@example.org' },
};

interface Post {
  key: string | null;
  authorizer: string | null;
  body: unknown;
}

/** A recorder that gives the listed answers in turn; `null` is a network that fails. */
function recorder(answers: (Response | null)[]): Post[] {
  const posts: Post[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request;
    const { headers } = request;
    posts.push({
      key: headers.get('idempotency-key'),
      authorizer: headers.get('authorizer'),
      body: await request.json(),
    });
    const answer = answers[posts.length - 1];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  return posts;
}

const receipt = () => Response.json({ receiptId: 'r-1', receivedAt: '2026-01-01T00:00:00Z' }, { status: 201 });

beforeEach(openPage);

test('posts the shape that the specification names, with the authorizer and a key of its own', async () => {
  const posts = recorder([receipt()]);
  expect(await deliverSurvey(survey)).toEqual({ status: 'delivered', receiptId: 'r-1' });
  expect(posts).toEqual([
    {
      key: 'key-1',
      authorizer: 'key',
      body: {
        Hospital: 'Northside General Hospital',
        Survey: 'ECG test',
        Responses: [{ question: 'triageOption', answer: 5 }],
        Email: 'patient@example.org',
        Name: 'Jordan Avery',
      },
    },
  ]);
});

test.each([
  ['admission', 'admission'],
  ['discharge', 'discharge'],
  ['ecg', 'ECG test'],
  ['blood', 'Blood test'],
] as const)('records %s as "%s"', async (kind, name) => {
  const posts = recorder([receipt()]);
  await deliverSurvey({ ...survey, survey: kind });
  expect(posts[0]?.body).toMatchObject({ Survey: name });
});

test('a lost answer or a failing server is tried again with the same key', async () => {
  jest.useFakeTimers({ advanceTimers: 50 });
  const posts = recorder([null, new Response('', { status: 503 }), receipt()]);
  expect(await deliverSurvey(survey)).toEqual({ status: 'delivered', receiptId: 'r-1' });
  expect(posts.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1']);
  jest.useRealTimers();
});

test('a refusal is not tried again', async () => {
  const refusal = Response.json({ error: { code: 'KEY_REUSED', message: 'Other answers' } }, { status: 422 });
  const posts = recorder([refusal, receipt()]);
  await expect(deliverSurvey(survey)).rejects.toMatchObject({ code: 'KEY_REUSED', status: 422 });
  expect(posts).toHaveLength(1);
});

test('a recorder that stays out of reach is said so', async () => {
  jest.useFakeTimers({ advanceTimers: 50 });
  recorder([]);
  await expect(deliverSurvey(survey)).rejects.toBeInstanceOf(ApiFailure);
  jest.useRealTimers();
});
