import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readRemote } from 'gateway/publish/build';
import { orderFor } from 'gateway/publish/publisher';
import { targetAt } from 'gateway/publish/targets';
import { registryIn, startPublished, TEST_KEY, writeTeams } from 'gateway/testing/fixtures';
import { listen } from 'gateway/testing/servers';
import { makeTeam, pemOf } from 'gateway/testing/teams';
import { REPO } from 'server-kit/paths';
import { type PackedTexts, packName, packsIn, sourceMark } from 'shared-ui/contract/language-pack';
import { type PackSource, writePack } from './pack.ts';
import { publishPack } from './publish.ts';

const NAME = packName('tl');
const source = (text: string): PackSource => ({
  texts: { 'timeline-mfe/requests': { 'need.mine': text } },
  state: 'corrections',
  unsigned: 0,
});

/** The same texts as they are published, with a mark of the English one. */
const packed = (text: string): PackedTexts => ({
  'timeline-mfe/requests': { 'need.mine': { of: sourceMark('What you asked for'), text } },
});

/** Starts a gateway, and returns it as a target of a team with the key in a file. */
async function setUp(test: TestContext) {
  const gateway = await startPublished(test);
  const { origin } = await listen(gateway.app);
  const target = async (key = TEST_KEY) => {
    const file = join(gateway.folder, `${key.team}.pem`);
    await writeFile(file, pemOf(key));
    return targetAt(origin, {}, NAME, file);
  };
  const page = async () => packsIn(registryIn((await gateway.open('/')).body));
  const textsNow = async () => {
    const folder = (await page())[0]?.published.manifest.replace('remote.json', '') ?? '';
    return (await gateway.open(`${folder}texts.json`)).json();
  };
  return { ...gateway, target, page, textsNow };
}

describe('language packs', () => {
  it('are in the next page with the texts that a team has signed, and are rolled back', async (test) => {
    const { target, page, textsNow } = await setUp(test);
    const gateway = await target();
    assert.match(await publishPack(gateway, 'tl', source('Una')), /language-tl 1\.0\.0 is active now/);
    assert.match(await publishPack(gateway, 'tl', source('Ikalawa')), /language-tl 1\.0\.1 replaces 1\.0\.0/);
    const language = { tag: 'tl', name: 'Tagalog', direction: 'ltr', state: 'corrections' };
    const [pack] = await page();
    assert.deepEqual(pack?.language, language);
    assert.match(String(pack?.published.texts), /^sha384-/);
    assert.deepEqual(await textsNow(), packed('Ikalawa'));
    await gateway.order({ kind: 'rollback', name: NAME });
    assert.deepEqual(await textsNow(), packed('Una'));
  });

  it('are refused when they are forged, or were revoked', async (test) => {
    const { folder, target, page, textsNow } = await setUp(test);
    const stranger = makeTeam('strangers', ['surveys']);
    await writeTeams(folder, { strangers: stranger.listed });
    await assert.rejects(target(stranger.key), /Team strangers may not publish language-tl/i);
    const gateway = await target();
    for (const text of ['Una', 'Ikalawa']) await publishPack(gateway, 'tl', source(text));
    const dir = join(folder, 'pack');
    await writePack(dir, 'tl', '1.0.2', source('Ikatlo'), REPO);
    const build = await readRemote(dir, {}, TEST_KEY);
    const order = orderFor(build);
    const files = new Map(build.files).set('texts.json', Buffer.from('{"timeline-mfe/requests":{}}'));
    await assert.rejects(gateway.order(order, { ...build, files }), /texts\.json arrived incomplete or altered/);
    const forged = { ...order, signature: { team: TEST_KEY.team, value: `${'A'.repeat(86)}==` } };
    await assert.rejects(gateway.order(forged, build), /signature of language-tl 1\.0\.2 is not that of a team/);
    await gateway.order({ kind: 'revoke', name: NAME, version: '1.0.1' });
    await writePack(dir, 'tl', '1.0.1', source('Ikalawa'), REPO);
    const revoked = await readRemote(dir, {}, TEST_KEY);
    await assert.rejects(gateway.order(orderFor(revoked), revoked), /language-tl 1\.0\.1 was revoked/);
    assert.equal((await page()).length, 1);
    assert.deepEqual(await textsNow(), packed('Una'));
  });

  it('are offered in production if they are whole and all of their critical texts are signed', async (test) => {
    const { app, open, folder } = await startPublished(test, { demo: false });
    const { origin } = await listen(app);
    const file = join(folder, 'team.pem');
    await writeFile(file, pemOf(TEST_KEY));
    const gateway = await targetAt(origin, {}, NAME, file);
    const offered = async () => {
      const { languages, reviewedByPack } = (await open('/config.json')).json();
      return { languages, reviewedByPack };
    };
    const own = { languages: ['en', 'fr'], reviewedByPack: undefined };
    assert.deepEqual(await offered(), own);
    for (const state of ['corrections', 'machine'] as const) {
      await publishPack(gateway, 'tl', { ...source('Una'), state });
      assert.deepEqual(await offered(), own, state);
    }
    await publishPack(gateway, 'tl', { ...source('Una'), state: 'reviewed' });
    assert.deepEqual(await offered(), { languages: ['en', 'fr', 'tl'], reviewedByPack: ['tl'] });
    await gateway.order({ kind: 'rollback', name: NAME });
    assert.deepEqual(await offered(), own);
  });

  it('have a team’s key, the name of their language, and texts only', async (test) => {
    const { folder, target } = await setUp(test);
    const gateway = await target();
    const dir = join(folder, 'pack');
    const refused = async (file: string, content: string) => {
      await writePack(dir, 'tl', '1.0.0', source('Una'), REPO);
      await writeFile(join(dir, file), content);
      const build = await readRemote(dir, {}, TEST_KEY);
      return gateway.order(orderFor(build), build);
    };
    await assert.rejects(refused('code.js', 'alert(1)'), /code\.js: a language pack has texts only/);
    await assert.rejects(refused('texts.json', '{"shell": {"a": "b"}}'), /texts\.json: "shell\.a" must be an object/);
    await writePack(dir, 'es', '1.0.0', source('Uno'), REPO);
    const unsigned = await readRemote(dir);
    await assert.rejects(
      gateway.order(orderFor(unsigned), unsigned),
      /implements language@1.*sign it with a team's key/,
    );
  });
});
