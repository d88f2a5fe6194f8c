import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../../http/config.ts';
import { readHistory } from '../../registry/history.ts';
import { readRegistry } from '../../registry/registry.ts';
import { addPages, addTime, countFailed, emptyCounts, type Series } from '../../rollout/health/counts.ts';
import { writeCounts, writeSeries } from '../../rollout/health/files.ts';
import { startGateway, startPublished, TEST_KEY, writeTeams } from '../../testing/fixtures.ts';
import { makeTeam } from '../../testing/teams.ts';
import { signToken } from '../../trust/signature.ts';
import { LINK_PATH, pageLink } from './access/sessions.ts';
import en from './view/en.json' with { type: 'json' };
import fr from './view/fr.json' with { type: 'json' };

const GATEWAY = 'https://lodestar.example.org';
const PAGE = '/deploy/page/remotes/surveys';
const OPERATOR = TEST_KEY.privateKey;
const FRENCH = { 'accept-language': 'fr-CA' };

interface Sent {
  cookie?: string;
  form?: Record<string, string>;
  headers?: Record<string, string | undefined>;
  at?: FastifyInstance;
}

/** Starts a gateway with surveys 1.1.0 on trial, an operator's key (any remote) and a team that owns only records. */
async function start(test: TestContext, change: Partial<GatewayConfig> = {}, share: number | undefined = 10) {
  const stage = await startPublished(test, { publicUrl: GATEWAY, ...change });
  const { app, folder, root } = stage;
  const lab = makeTeam('lab', ['records']);
  await writeTeams(folder, { lab: lab.listed });
  await stage.publish({ version: '1.1.0' }, share === undefined ? {} : { share });
  const request = (method: 'GET' | 'POST', url: string, { cookie, form, headers, at = app }: Sent = {}) => {
    const type = form && 'application/x-www-form-urlencoded';
    const sent = { origin: method === 'POST' ? GATEWAY : undefined, cookie, 'content-type': type, ...headers };
    const present = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const payload = new URLSearchParams(form).toString();
    return at.inject({ method, url, headers: Object.fromEntries(present), ...(form ? { payload } : {}) });
  };
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
  const open = (link: string, sent: Sent = {}) =>
    request('POST', LINK_PATH, { form: { link: tokenIn(link) }, ...sent });
  const signIn = async (key = OPERATOR) => {
    const { headers } = await open(pageLink(GATEWAY, key));
    return String(headers['set-cookie']).split(';', 1)[0] ?? '';
  };
  /** Returns the hidden fields of a page's last form, as a browser sends them. */
  const formOf = async (cookie: string, url: string): Promise<Record<string, string>> => {
    const { body } = await request('GET', url, { cookie });
    const fields = body
      .slice(body.lastIndexOf('<form'))
      .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
    return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
  };
  /** Confirms an action as a person does. Returns the page that it leads to. */
  const act = async (cookie: string, url: string, typed: Record<string, string> = {}) => {
    const form = { ...(await formOf(cookie, url)), ...typed };
    const answer = await request('POST', url.split('?', 1)[0] ?? '', { cookie, form });
    assert.equal(answer.statusCode, 303, answer.body);
    return (await request('GET', String(answer.headers.location), { cookie })).body;
  };
  const entry = async () => (await readRegistry(root)).remotes.surveys;
  const last = async () => (await readHistory(root, 'surveys')).at(-1);
  return { ...stage, lab, request, open, signIn, formOf, act, entry, last };
}

describe('signing in on the page', () => {
  it('shows how to get in, and no data, without a session', async (test) => {
    const { request } = await start(test);
    for (const url of ['/deploy', '/deploy/page/remotes', PAGE, `${PAGE}/rollback`, '/deploy/page/remotes/unknown']) {
      const { statusCode, body, headers } = await request('GET', url, { cookie: '__Host-lodestar-deploy=guessed' });
      assert.equal(statusCode, 401);
      assert.ok(body.includes(`npx deploy-page --gateway ${GATEWAY} --key team.pem`));
      assert.ok(!/surveys|records|1\.0\.0|builders/.test(body), url);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self';/);
    }
    assert.equal((await request('POST', `${PAGE}/rollback`, { form: {} })).statusCode, 401);
  });

  it('opens a session with a link once, also after a restart and at another gateway of the deploy root', async (test) => {
    const { app, root, teamsFile, request, open } = await start(test);
    const link = pageLink(GATEWAY, OPERATOR);
    const path = link.slice(GATEWAY.length);
    for (const _preview of [1, 2]) assert.match((await request('GET', path)).body, /Open the page as team builders\?/);
    const opened = await open(link);
    assert.deepEqual([opened.statusCode, opened.headers.location], [303, '/deploy']);
    const [cookie = '', ...attributes] = String(opened.headers['set-cookie']).split('; ');
    assert.deepEqual(attributes, ['Path=/', 'Max-Age=28800', 'SameSite=Strict', 'HttpOnly', 'Secure']);
    await app.close();
    const at = await startGateway(test, { deployRoot: root, teamsFile, publicUrl: GATEWAY });
    for (const again of [await open(link, { at }), await request('GET', path, { at })])
      assert.deepEqual([again.statusCode, again.headers['lodestar-fault']], [410, 'USED']);
    assert.match((await request('GET', '/deploy', { cookie, at })).body, /Team builders, until/);
  });

  it('refuses links that are altered, expired, for another gateway or purpose, or of an unknown key', async (test) => {
    const { open, request } = await start(test);
    const link = pageLink(GATEWAY, OPERATOR);
    const linkAfter = (minutes: number) => pageLink(GATEWAY, OPERATOR, Date.now() + minutes * 60_000);
    const refused: [link: string, fault: string, status: number][] = [
      [`${link.slice(0, -4)}AAAA`, 'INVALID', 400],
      [`${GATEWAY}${LINK_PATH}?token=`, 'INVALID', 400],
      [`${GATEWAY}${LINK_PATH}?token=${signToken('lodestar-override', { until: 0 }, OPERATOR)}`, 'INVALID', 400],
      [linkAfter(30), 'INVALID', 400],
      [linkAfter(-11), 'EXPIRED', 410],
      [pageLink('https://other.example.org', OPERATOR), 'OTHER_GATEWAY', 403],
      [pageLink(GATEWAY, makeTeam('ward', []).key.privateKey), 'UNKNOWN_KEY', 403],
    ];
    for (const [other, fault, status] of refused) {
      const { statusCode, headers } = await open(other);
      assert.deepEqual([statusCode, headers['lodestar-fault'], headers['set-cookie']], [status, fault, undefined]);
    }
    const foreign = await open(link, { headers: { origin: 'https://evil.example.org' } });
    assert.deepEqual([foreign.statusCode, foreign.headers['set-cookie']], [403, undefined]);
    assert.equal((await request('GET', link.slice(GATEWAY.length))).statusCode, 200);
  });

  it('ends a session after 8 hours, on sign-out, and when the key is withdrawn', async (test) => {
    const { folder, lab, request, signIn, formOf } = await start(test);
    const [one, other, third] = [await signIn(), await signIn(), await signIn(lab.key.privateKey)];
    const statuses = async (...cookies: string[]) =>
      (await Promise.all(cookies.map((cookie) => request('GET', '/deploy', { cookie })))).map(
        (page) => page.statusCode,
      );
    const { token = '' } = await formOf(one, '/deploy');
    const signOut = (form: { token: string }) => request('POST', '/deploy/page/sign-out', { cookie: one, form });
    assert.equal((await signOut({ token: 'x' })).statusCode, 403);
    assert.equal((await signOut({ token })).statusCode, 303);
    assert.deepEqual(await statuses(one, other, third), [401, 200, 200]);
    await writeTeams(folder, { lab: makeTeam('lab', ['records']).listed });
    assert.deepEqual(await statuses(other, third), [200, 401]);
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 8 * 60 * 60 * 1000 - 60_000 });
    assert.deepEqual(await statuses(other), [200]);
    test.mock.timers.tick(61_000);
    assert.deepEqual(await statuses(other), [401]);
  });

  it('neither opens nor keeps a session with a key that the operator has withdrawn', async (test) => {
    const { folder, lab, request, signIn, open } = await start(test);
    const cookie = await signIn(lab.key.privateKey);
    assert.equal((await request('GET', '/deploy', { cookie })).statusCode, 200);
    await writeTeams(folder, { lab: { ...lab.listed, withdrawn: new Date().toISOString() } });
    assert.equal((await request('GET', '/deploy', { cookie })).statusCode, 401);
    const { statusCode, headers } = await open(pageLink(GATEWAY, lab.key.privateKey));
    assert.deepEqual([statusCode, headers['lodestar-fault']], [403, 'UNKNOWN_KEY']);
  });
});

describe('an action on the page', () => {
  it('changes the share, promotes, rolls back and revokes, and is recorded with team and reason', async (test) => {
    const { signIn, act, publish, entry, last, request } = await start(test);
    const cookie = await signIn();
    const asked = await request('GET', `${PAGE}/promote`, { cookie });
    assert.match(asked.body, /From its next page load, every browser gets 1\.1\.0\./);

    const shared = await act(cookie, `${PAGE}/share`, { share: '50', why: 'no  reports\n' });
    assert.match(shared, /role="status">.*surveys 1\.1\.0 goes to 50% of browsers now\./);
    assert.equal((await entry())?.canary?.share, 50);
    const { who, what, share, why } = (await last()) ?? {};
    assert.deepEqual([who, what, share, why], ['builders', 'shared', 50, 'no reports (through the page)']);
    assert.match(await act(cookie, `${PAGE}/share`, { share: '50' }), /Nothing had to be changed/);

    assert.match(await act(cookie, `${PAGE}/promote`), /surveys 1\.1\.0 is active for everyone now\./);
    assert.deepEqual([(await entry())?.active, (await last())?.why], ['1.1.0', 'through the page']);

    const back = await act(cookie, `${PAGE}/rollback`, { why: 'it <b>hangs</b>' });
    assert.match(back, /surveys 1\.0\.0 is active again; no browser gets 1\.1\.0 any more\./);
    assert.ok(back.includes('it &lt;b&gt;hangs&lt;/b&gt; (through the page)'));
    const french = await request('GET', PAGE, { cookie, headers: FRENCH });
    assert.match(french.body, /&lt;\/b&gt; \(fait sur cette page\)<[\s\S]*<p class="why">fait sur cette page</);
    assert.equal((await entry())?.active, '1.0.0');

    await publish({ version: '1.2.0' }, { share: 10 });
    assert.match(await act(cookie, `${PAGE}/rollback`), /surveys 1\.2\.0 is no longer on trial; 1\.0\.0 is active/);

    const revoked = await act(cookie, `${PAGE}/revoke?version=1.1.0`, { why: 'leaks' });
    assert.match(revoked, /surveys 1\.1\.0 is revoked; 1\.0\.0 is active\./);
    assert.deepEqual([(await entry())?.revoked, (await last())?.what], [['1.1.0'], 'revoked']);
  });

  it('is refused for another team, from elsewhere, without the form, or with invalid fields', async (test) => {
    const { root, lab, request, signIn, formOf } = await start(test);
    const before = await readRegistry(root);
    const [cookie, other] = [await signIn(), await signIn(lab.key.privateKey)];
    const form = await formOf(cookie, `${PAGE}/promote`);
    const foreign = { ...form, token: (await formOf(other, '/deploy')).token ?? '' };
    assert.match((await request('GET', PAGE, { cookie: other })).body, /may look at this remote, but not change it/);
    const elsewhere = [
      { origin: 'https://evil.example.org' },
      { origin: undefined },
      { 'sec-fetch-site': 'cross-site' },
    ];
    const refused: [action: string, sent: Sent, fault: string][] = [
      ['promote', { cookie: other, form: foreign }, '403 TEAM'],
      ...elsewhere.map((headers): [string, Sent, string] => ['promote', { form, headers }, '403 FORM']),
      ['promote', { form: foreign }, '403 FORM'],
      ['promote', { form: { ...form, token: '' } }, '403 FORM'],
      ['destroy', { form }, '404 UNKNOWN'],
    ];
    for (const [action, sent, fault] of refused) {
      const { statusCode, headers } = await request('POST', `${PAGE}/${action}`, { cookie, ...sent });
      assert.equal(`${statusCode} ${headers['lodestar-fault']}`, fault);
    }
    for (const share of ['0', '100', '5.5', ''])
      assert.equal((await request('POST', `${PAGE}/share`, { cookie, form: { ...form, share } })).statusCode, 400);
    const noReason = await request('POST', `${PAGE}/revoke`, { cookie, form: { ...form, version: '1.1.0', why: ' ' } });
    assert.equal(noReason.statusCode, 400);
    assert.match(noReason.body, /Give a reason/);
    assert.deepEqual(await readRegistry(root), before);
  });

  it('is refused with 409 after another change, and against the rules', async (test) => {
    const { root, request, signIn, formOf, publish } = await start(test);
    const cookie = await signIn();
    const form = await formOf(cookie, `${PAGE}/promote`);
    const fault = async () => (await request('POST', `${PAGE}/promote`, { cookie, form })).headers['lodestar-fault'];
    await publish({ name: 'records', version: '1.1.0' });
    assert.equal(await fault(), 'CHANGED');
    assert.equal((await readRegistry(root)).remotes.surveys?.active, '1.0.0');
    const ruled = await request('GET', '/deploy/page/remotes/timeline/promote', { cookie, headers: FRENCH });
    assert.equal(ruled.statusCode, 409);
    assert.match(ruled.body, /Cette action est impossible.*<p lang="en">timeline has no version on trial/s);
  });
});

it('the page of a remote shows the reports about each version, and warns before a failing one is promoted', async (test) => {
  const { root, request, signIn } = await start(test);
  const now = Date.now();
  const series: Series = {};
  addPages(series, 'surveys@1.0.0', now, { pages: 400, failing: 1 });
  addTime(series, 'surveys@1.0.0', now, 'LCP', 1_234);
  addPages(series, 'surveys@1.1.0', now - 2 * 24 * 60 * 60 * 1000, { pages: 30, failing: 6 });
  await writeSeries(root, '7', series);
  const counts = emptyCounts();
  for (let page = 0; page < 30; page += 1) countFailed(counts, now, 'TIMEOUT');
  await writeCounts(root, '7', { 'surveys@1.1.0': counts });
  const cookie = await signIn();
  const get = async (url: string, headers = {}) => (await request('GET', url, { cookie, headers })).body;
  const day = await get(PAGE);
  const charts = [...day.matchAll(/<desc id="(\w+)-text">/g)].map(([, chart]) => chart);
  assert.deepEqual(charts, ['pages', 'failing', 'LCP']);
  assert.match(day, /<desc id="pages-text">In the whole period, 1\.0\.0: 400\./);
  assert.match(day, /<th scope="row">1\.0\.0<\/th><td>400<\/td><td>1 \(0\.3%\)<\/td><td>≤ 1\.8 s<\/td>/);
  assert.ok(!day.includes('<th scope="row">1.1.0</th>'));
  assert.match(await get(`${PAGE}?period=week`), /<th scope="row">1\.1\.0<\/th><td>30<\/td><td>6 \(20%\)<\/td>/);
  assert.match(await get(PAGE, FRENCH), /À l’essai\s: 1\.1\.0, 10\s%/);
  assert.match(await get('/deploy'), /Last 24 hours: 400 page loads, 1 \(0\.3%\) failed/);
  assert.match(
    await get(`${PAGE}/promote`, FRENCH),
    /Les pages signalent que 1\.1\.0 est en échec\u00a0: 30 chargements/,
  );
  assert.match(await get('/deploy/page/remotes/records'), /No page loads were reported in this period\./);
  assert.match(await get('/deploy/page/remotes/shell'), /Pages report the health of remotes, not of the shell\./);
});

it('the page of all remotes names owner, version, contract, health and documents from what was published', async (test) => {
  const { root, lab, publish, request, signIn } = await start(test);
  const homepage = 'https://wiki.example.org/records';
  await publish({ name: 'records', version: '2.0.0', declaration: { homepage } }, { key: lab.key });
  await publish({ name: 'timeline', version: '2.0.0', declaration: { homepage: 'javascript:alert(1)' } });
  await writeCounts(root, '7', { 'records@2.0.0': { ...emptyCounts(), loaded: 1_200, failing: 3 } });
  const cookie = await signIn(lab.key.privateKey);
  const { body } = await request('GET', '/deploy/page/remotes', { cookie });
  const text = (name: string) => {
    const [, item = ''] = body.split(`href="/deploy/page/remotes/${name}"`);
    const [own = ''] = item.split('</li>');
    return own
      .slice(own.indexOf('>') + 1)
      .replaceAll(/<svg.*?<\/svg>/g, '')
      .replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/[|\s]*\|[|\s]*/g, '|');
  };
  assert.match(
    text('records'),
    /^\|records\|2\.0\.0\|Owner\|lab\|Contract\|feature@1\|Health\|Healthy\|1,200 page loads/,
  );
  assert.match(text('records'), /\|Documents\|wiki\.example\.org\|\(records\)\|$/);
  assert.ok(body.includes(`href="${homepage}" rel="noreferrer"`));
  assert.match(text('surveys'), /^\|surveys\|1\.0\.0\|Owner\|builders\|Contract\|survey@1\|Health\|Too few reports/);
  assert.match(text('timeline'), /\|Documents\|None \(homepage in package\.json\)\|$/);
  assert.match(text('shell'), /\|Owner\|Part of the platform\|Contract\|None\|/);
  assert.ok(!body.includes('javascript:'));
  const french = await request('GET', '/deploy/page/remotes', { cookie, headers: FRENCH });
  assert.match(french.body, /<h1>Équipes, contrats et documents<\/h1>.*Équipe<\/dt><dd>lab</s);
  assert.match((await request('GET', '/deploy', { cookie })).body, /href="\/deploy\/page\/remotes">Owners, contracts/);
});

it('the texts of the page have the same keys and placeholders in English and in French', () => {
  const placeholders = (texts: object) =>
    Object.entries(texts).map(([key, text]) => [key, [...new Set(String(text).match(/\{\w+\}/g))].sort()]);
  assert.deepEqual(placeholders(fr), placeholders(en));
});
