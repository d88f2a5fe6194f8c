import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { publishRemote } from '../../publish-remote.ts';
import { readHistory } from '../../registry/history.ts';
import { readRegistry } from '../../registry/registry.ts';
import { signRequest } from '../../team-requests/signed-request.ts';
import { changeSettings, messageOf, printedBy } from '../../testing/commands.ts';
import { registryIn, startPublished, writeFiles, writeRemoteBuild, writeTeams } from '../../testing/fixtures.ts';
import { listen } from '../../testing/servers.ts';
import { makeTeam, pemOf } from '../../testing/teams.ts';

const ROUTES = [{ path: '/orders/*', guard: 'patient' }];
const DAY_MS = 24 * 60 * 60 * 1000;

/** A gateway with test versions, and the pipeline of a team's project, whose remote was never published. */
async function start(test: TestContext, { overrides = true } = {}) {
  const stage = await startPublished(test, { overrides, publicUrl: 'http://localhost:3000' });
  const { folder, root, app, open } = stage;
  const { key, listed } = makeTeam('pharmacy', ['pharmacy']);
  await writeTeams(folder, { pharmacy: listed });
  await writeFiles(folder, { 'pharmacy.pem': pemOf(key) });
  const { origin } = await listen(app);
  changeSettings(test, { DATA_ROOT: join(folder, '.lodestar'), DEPLOY_ROOT: undefined });
  const dir = join(folder, 'dist');
  const build = (content: string) =>
    writeRemoteBuild(dir, { name: 'pharmacy', content, declaration: { routes: ROUTES } });
  await build('one');
  const perform = (...args: string[]) =>
    printedBy(test, () =>
      publishRemote(['--gateway', origin, '--key', join(folder, 'pharmacy.pem'), ...args], { name: 'pharmacy', dir }),
    );
  /** Shows the preview 12. Returns the link. */
  const show = async (...args: string[]) => {
    const link = (await perform('--preview', '12', ...args)).split('\n').at(-1) ?? '';
    return new URL(link);
  };
  /** Opens a link as a browser does. Returns its cookie; undefined when the link doesn't work. */
  const follow = async ({ pathname, search }: URL) => {
    const { statusCode, headers } = await open(pathname + search);
    return statusCode === 303 ? String(headers['set-cookie']).split(';')[0] : undefined;
  };
  const pharmacyFor = async (cookie = '') => registryIn((await open('/app', { cookie })).body).remotes.pharmacy?.active;
  const acts = async () => (await readHistory(root, 'pharmacy')).map(({ what, version }) => `${what} ${version}`);
  return { ...stage, key, listed, origin, build, perform, show, follow, pharmacyFor, acts };
}

describe('a preview of a pull request', () => {
  it('shows its latest build in browsers that opened the link, and in no other, until it is ended', async (test) => {
    const { build, perform, show, follow, pharmacyFor, open, root, acts, folder } = await start(test);
    const before = await readRegistry(root);
    const link = await show('--link-file', join(folder, 'out.env'));
    assert.equal(await readFile(join(folder, 'out.env'), 'utf8'), `preview_url=${link}\n`);
    const cookie = await follow(link);
    const first = (await pharmacyFor(cookie)) ?? '';
    assert.match(first, /^1\.0\.0-preview\.12\.[0-9a-f]{8}-override\.[0-9a-f]{16}$/);
    const page = await open('/app', { cookie: cookie ?? '' });
    assert.match(page.body, /id="lodestar-override">\{"name":"pharmacy",[^<]*"preview":"12"/);
    const { manifest = '' } = registryIn(page.body).remotes.pharmacy?.versions[first] ?? {};
    assert.equal((await open(manifest)).statusCode, 200);
    await build('two');
    await show();
    const second = (await pharmacyFor(cookie)) ?? '';
    assert.ok(second !== first && second.startsWith('1.0.0-preview.12.'), second);
    for (const other of ['', 'lodestar-cohort=5']) assert.equal(await pharmacyFor(other), undefined);
    assert.deepEqual(await readRegistry(root), before);
    assert.equal(await perform('--preview', '12', '--end'), 'The preview 12 of pharmacy has ended.');
    assert.equal(await pharmacyFor(cookie), undefined);
    assert.equal(await follow(link), undefined);
    assert.match(await perform('--preview', '12', '--end'), /^There is no preview 12 of pharmacy, or it has ended/);
    const [one, two] = [first, second].map((version) => version.split('-override.')[0]);
    const expected = [`previewed ${one}`, `overridden ${one}`, `previewed ${two}`, `preview ended ${two}`];
    assert.deepEqual(await acts(), expected);
  });

  it('ends after its days, and lasts longer with a new build', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { show, follow, pharmacyFor } = await start(test);
    const cookie = await follow(await show('--days', '3'));
    test.mock.timers.tick(2 * DAY_MS);
    const later = await follow(await show('--days', '3'));
    test.mock.timers.tick(2 * DAY_MS);
    assert.equal(await pharmacyFor(cookie), undefined);
    assert.ok(await pharmacyFor(later));
    test.mock.timers.tick(DAY_MS);
    assert.equal(await pharmacyFor(later), undefined);
  });

  it('ends when the team’s key is withdrawn, and shows nothing while the stored build is altered', async (test) => {
    const { show, follow, folder, listed, root, pharmacyFor } = await start(test);
    const link = await show();
    const cookie = (await follow(link)) ?? '';
    const version = (await pharmacyFor(cookie))?.split('-override.')[0] ?? '';
    const manifest = join(root, 'remotes', 'pharmacy', version, 'remote.json');
    const content = await readFile(manifest, 'utf8');
    await writeFiles(root, {
      [`remotes/pharmacy/${version}/remote.json`]: content.replace('"/orders/*"', '"/others/*"'),
    });
    assert.equal(await pharmacyFor(cookie), undefined);
    await writeFiles(root, { [`remotes/pharmacy/${version}/remote.json`]: content });
    assert.ok(await pharmacyFor(cookie));
    await writeTeams(folder, { pharmacy: { ...listed, withdrawn: new Date().toISOString() } });
    assert.deepEqual([await pharmacyFor(cookie), await follow(link)], [undefined, undefined]);
  });

  it('is refused where test versions are off, for a release’s number, for too long, and to another team', async (test) => {
    const { app, key, folder } = await start(test);
    const lab = makeTeam('lab', ['records']);
    await writeTeams(folder, { lab: lab.listed });
    const post = async (url: string, value: object, by = lab.key) => {
      const payload = Buffer.from(JSON.stringify(value));
      const headers = { ...signRequest(by, 'POST', url, payload), 'content-type': 'application/json' };
      const { statusCode, body } = await app.inject({ method: 'POST', url, payload, headers });
      return `${statusCode} ${body}`;
    };
    const until = Math.floor(Date.now() / 1000) + 60;
    const version = '1.0.0-preview.12.0a1b2c3d';
    const order = { name: 'records', id: '12', version, integrity: `sha384-${'A'.repeat(64)}`, until };
    const refused: [change: object, says: RegExp][] = [
      [{ version: '1.0.0' }, /^400 .*must end with -preview\.12\./],
      [{ id: '../x' }, /^400 .*id.* must be the number of a pull request/],
      [{ until: until + 40 * 24 * 60 * 60 }, /^400 .*at most 30 days/],
      [{ name: 'pharmacy' }, /^403 .*Team lab may not publish pharmacy/],
      [{}, /^409 .*were not sent/],
    ];
    for (const [change, says] of refused) assert.match(await post('/deploy/preview', { ...order, ...change }), says);
    assert.match(await post('/deploy/preview/end', { name: 'pharmacy', id: '12' }), /^403/);
    assert.match(await post('/deploy/preview', order, key), /^401/);
    const closed = await start(test, { overrides: false });
    assert.match(await messageOf(closed.show()), /ALLOW_OVERRIDES=1/);
    for (const [args, says] of [
      [['--preview', '12', '--share', '10'], /^--preview publishes nothing/],
      [['--preview', '1 2'], /^--preview must be the number/],
      [['--preview', '12', '--days', '31'], /^--days must be .* from 1 to 30/],
      [['--end'], /^--end, --days and --link-file belong to a preview/],
    ] as const)
      assert.match(await messageOf(closed.perform(...args)), says);
  });
});
