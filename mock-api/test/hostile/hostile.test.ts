/**
 * Sends generated bodies to every route that writes: valid, damaged and hostile ones, made from the schemas of the
 * OpenAPI document. No response is a server error or reveals internals, and memory stays flat. Short here; in full
 * with `npm run soak`. A seed repeats a run: HOSTILE_SEED=… HOSTILE_BODIES=… node test/run.ts …
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ApiError } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Route, routesOf } from '../support/openapi.ts';
import { Hostility } from './hostility.ts';

const BODIES = Number(process.env.HOSTILE_BODIES ?? 20);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_120);
/** Maximum heap growth in the second half of a full run (bytes). */
const GROWTH = 24 * 1024 * 1024;
/** Minimum number of bodies for a meaningful memory check. */
const MEMORY_FROM = 2_000;

/** Lifts the rate limits, so that requests reach the code behind them. */
const WITHOUT_LIMITS = Object.fromEntries(
  [
    'LOGIN_FAILURES',
    'LOGIN_FAILURES_PER_ADDRESS',
    'REQUESTS_PER_PERSON_HOUR',
    'SIGN_UPS_PER_ADDRESS_HOUR',
    'TEXTS_PER_NUMBER_10_MINUTES',
    'TEXTS_PER_NUMBER_HOUR',
    'TEXTS_PER_ADDRESS_HOUR',
    'TEXTS_PER_DAY',
  ].map((name) => [`LIMIT_${name}`, '100000000']),
);

const SCIM_TOKEN = 'scim-token-of-the-hostile-tests-00';
/** An identity provider, so that its SCIM client has access. */
const PROVIDER = {
  STAFF_OIDC_PROVIDERS: 'hospital',
  STAFF_OIDC_HOSPITAL_ISSUER: 'http://127.0.0.1:9',
  STAFF_OIDC_HOSPITAL_CLIENT_ID: 'lodestar',
  STAFF_OIDC_HOSPITAL_STAFF_ROLES: 'nurse',
  STAFF_OIDC_HOSPITAL_SCIM_TOKEN: SCIM_TOKEN,
};

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe(`hostile bodies, ${BODIES} a route, seed ${SEED}`, () => {
  let api: TestApi;
  let writing: Route[];
  let token = '';
  let staff = '';
  const statuses = new Map<number, number>();
  const tokenFor = ({ access }: Route) => {
    if (access === 'provisioning') return SCIM_TOKEN;
    return access === 'staff' || access === 'second-factor' ? staff : token;
  };

  before(async () => {
    api = await startApi({ ...WITHOUT_LIMITS, ...PROVIDER });
    token = await api.signIn();
    staff = await api.signInStaff();
    writing = (await routesOf(api)).filter(({ method }) => method !== 'GET');
  });
  after(() => api.close());

  async function send(route: Route, hostility: Hostility): Promise<void> {
    const { url, payload } = hostility.request(route);
    const headers = { authorization: `Bearer ${tokenFor(route)}`, 'content-type': 'application/json' };
    const answer = await api.app.inject({
      method: route.method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const { statusCode: status, body } = answer;
    const what = `${route.method} ${url} with ${String(payload).slice(0, 300)} answered ${status} ${body.slice(0, 300)}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.ok(status < 500, what);
    assert.doesNotMatch(body, /\bat [\w.<>]+ \(|node_modules|\.ts:\d|SQLITE|syntax error|kysely/i, what);
    if (status < 400) return;
    const { error, ...scim } = JSON.parse(body) as Partial<ApiError> & { status?: string };
    if (route.access === 'provisioning' && scim.status === String(status)) return;
    assert.ok(error, what);
    assert.ok(error.code.length > 0 && error.message.length > 0, what);
    // A generated request may be a valid sign-out.
    if (status === 401 && error.code === 'UNAUTHENTICATED') token = await api.signIn();
  }

  it('hostile bodies cause no 5xx, stack trace or memory growth', async () => {
    const total = BODIES * writing.length;
    let sent = 0;
    let half = 0;
    for (const [index, route] of writing.entries()) {
      const hostility = new Hostility(SEED + index);
      for (let body = 0; body < BODIES; body += 1) {
        await send(route, hostility);
        sent += 1;
        if (sent === Math.floor(total / 2)) half = heapUsed();
      }
    }
    const grown = heapUsed() - half;
    assert.equal((await api.ask('GET', '/api/health')).status, 200);
    const list = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `hostile bodies: ${sent} to ${writing.length} routes, 0 of 5xx, heap ${(grown / 1024 / 1024).toFixed(1)} MB in the second half; ${list.join(', ')}`,
    );
    if (BODIES >= MEMORY_FROM) assert.ok(grown < GROWTH, `the heap grew by ${grown} bytes`);
    assert.ok((statuses.get(400) ?? 0) > total / 10, 'some are refused');
    assert.ok(
      [...statuses.keys()].some((status) => status < 300),
      'some get through',
    );
  });

  it('bodies over the size limit get 413', async () => {
    token = await api.signIn();
    const body = { filling: 'x'.repeat(64 * 1024) };
    for (const route of writing.filter(({ body: schema }) => schema)) {
      const url = new Hostility(SEED).address(route);
      const { status } = await api.ask(route.method, url, { token: tokenFor(route), body });
      assert.equal(status, 413, `${route.method} ${route.path}`);
    }
  });
});
