/** Two patients on one database: neither reads or changes anything of the other. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CareEvent, CarePlan, Result, Supporter, User } from '../src/contract.ts';
import { EVENT_TYPE } from '../src/contract.ts';
import { startApi, type TestApi } from './api.ts';

const LISTS = [
  '/api/events',
  '/api/v1/profiles',
  '/api/v1/results',
  '/api/v1/care-plans',
  '/api/v1/notifications',
  '/api/v1/supporters',
  '/api/v1/story',
];

type Request = ['GET' | 'POST' | 'PATCH' | 'DELETE', string, unknown?];

describe('two patients', () => {
  let api: TestApi;
  let first: string;
  let second: string;
  let user: User;
  let requests: Request[];
  const read = async <Body>(url: string, token: string) => (await api.ask<Body>('GET', url, { token })).body;
  const everything = (token: string) => Promise.all([...LISTS, '/api/v1/users/me'].map((url) => read(url, token)));

  before(async () => {
    api = await startApi();
    first = await api.signIn('patient@example.org');
    second = await api.signIn('second@example.org');
    for (let step = 0; step < 13; step += 1) {
      await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token: first });
    }
    user = await read<User>('/api/v1/users/me', first);
    const events = await read<CareEvent[]>('/api/events', first);
    const request = events.find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
    const ids = [events[0]?.id, request?.id];
    const [result] = await read<Result[]>('/api/v1/results', first);
    const [plan] = await read<CarePlan[]>('/api/v1/care-plans', first);
    const [supporter] = await read<Supporter[]>('/api/v1/supporters', first);
    requests = [
      ...ids.flatMap((id): Request[] => [
        ['GET', `/api/events/event?id=${id}`],
        ['POST', `/api/v1/events/${id}/view`],
        ['POST', `/api/v1/events/${id}/restore`],
        ['POST', `/api/v1/events/${id}/accept`],
        ['POST', `/api/v1/events/${id}/decline`],
        ['DELETE', `/api/v1/events/${id}`],
      ]),
      ['GET', `/api/v1/results/${result?.id}`],
      ['GET', `/api/v1/care-plans/${plan?.id}`],
      ['GET', `/api/v1/supporters/${supporter?.id}`],
      ['PATCH', `/api/v1/supporters/${supporter?.id}`, { permissions: supporter?.permissions }],
      ['PATCH', `/api/v1/users/${user.id}`, { firstName: 'Mallory' }],
      ['GET', `/api/v1/users/${user.id}/activate`],
      ['GET', `/api/v1/users/${user.id}/complete`],
      ['GET', `/api/v1/users/${user.id}/reset`],
    ];
  });
  after(() => api.close());

  it('share no id', async () => {
    const idsOf = async (token: string) => JSON.stringify(await everything(token)).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g);
    const others = new Set(await idsOf(second));
    const own = (await idsOf(first)) ?? [];
    assert.ok(own.length > 20 && others.size > 10);
    assert.deepEqual(
      own.filter((id) => others.has(id)),
      [],
    );
  });

  it("cannot reach each other's things by id, and change nothing by trying", async () => {
    const before_ = await everything(first);
    for (const [method, url, body] of requests) {
      const { status } = await api.ask(method, url, { token: second, ...(body ? { body } : {}) });
      assert.ok(status === 404 || status === 403, `${method} ${url} answered ${status}`);
    }
    assert.deepEqual(await everything(first), before_);
  });

  it('keep out who is not signed in, and who has not entered the PIN', async () => {
    const narrow = await api.scan();
    const all: Request[] = [...LISTS.map((url): Request => ['GET', url]), ...requests];
    for (const [method, url, body] of all) {
      const ask = body ? { body } : {};
      assert.equal((await api.ask(method, url, ask)).status, 401, `${method} ${url}`);
      const { status } = await api.ask(method, url, { ...ask, token: narrow });
      assert.equal(status, 403, `${method} ${url}`);
    }
  });

  it('have an API in which every documented route says who may call it', async () => {
    const { paths } = (
      await api.ask<{ paths: Record<string, Record<string, { security?: unknown }>> }>('GET', '/api/docs/json')
    ).body;
    const open = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) => (security ? [] : [`${method} ${path}`])),
    );
    assert.deepEqual(open.sort(), [
      'get /api/dev/outbox',
      'get /api/health',
      'post /api/account/register',
      'post /api/v1/sessions',
      'post /api/v1/sessions/code',
      'post /api/v1/users/forgot-password',
      'post /api/v1/users/poc',
      'post /api/v1/users/register',
      'post /api/v1/users/resend-validation-email',
      'post /api/v1/users/reset-app-password',
      'post /api/v1/users/validate-email',
    ]);
  });
});
