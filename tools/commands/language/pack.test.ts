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
import { packName, packsIn } from 'shared-ui/contract/language-pack';
import { type PackSource, writePack } from './pack.ts';
import { publishPack } from './publish.ts';

const NAME = packName('tl');
const source = (text: string): PackSource => ({
  texts: { 'timeline-mfe/requests': { 'need.mine': text } },
  state: 'corrections',
  unsigned: 0,
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
    assert.deepEqual((await page())[0]?.language, language);
    assert.deepEqual(await textsNow(), source('Ikalawa').texts);
    await gateway.order({ kind: 'rollback', name: NAME });
    assert.deepEqual(await textsNow(), source('Una').texts);
  });

  it('are refused when they are forged, or were revoked', async (test) => {
    const { folder, target, page, textsNow } = await setUp(test);
    const stranger = makeTeam('strangers', ['surveys']);
    await writeTeams(folder, { strangers: stranger.listed });
    await assert.rejects(target(stranger.key), /Team strangers may not publish language-tl/i);
    const gateway = await target();
    for (const text of ['Una', 'Ikalawa']) await publishPack(gateway, 'tl', source(text));
    const dir = join(folder, 'pack');
    await writePack(dir, 'tl', '1.0.2', source('Ikatlo'));
    const build = await readRemote(dir, {}, TEST_KEY);
    const order = orderFor(build);
    const files = new Map(build.files).set('texts.json', Buffer.from('{"timeline-mfe/requests":{}}'));
    await assert.rejects(gateway.order(order, { ...build, files }), /texts\.json arrived incomplete or altered/);
    const forged = { ...order, signature: { team: TEST_KEY.team, value: `${'A'.repeat(86)}==` } };
    await assert.rejects(gateway.order(forged, build), /signature of language-tl 1\.0\.2 is not that of a team/);
    await gateway.order({ kind: 'revoke', name: NAME, version: '1.0.1' });
    await writePack(dir, 'tl', '1.0.1', source('Ikalawa'));
    const revoked = await readRemote(dir, {}, TEST_KEY);
    await assert.rejects(gateway.order(orderFor(revoked), revoked), /language-tl 1\.0\.1 was revoked/);
    assert.equal((await page()).length, 1);
    assert.deepEqual(await textsNow(), source('Una').texts);
  });

  it('have a team’s key, the name of their language, and texts only', async (test) => {
    const { folder, target } = await setUp(test);
    const gateway = await target();
    const dir = join(folder, 'pack');
    const refused = async (file: string, content: string) => {
      await writePack(dir, 'tl', '1.0.0', source('Una'));
      await writeFile(join(dir, file), content);
      const build = await readRemote(dir, {}, TEST_KEY);
      return gateway.order(orderFor(build), build);
    };
    await assert.rejects(refused('code.js', 'alert(1)'), /code\.js: a language pack has texts only/);
    await assert.rejects(refused('texts.json', '{"shell": {"a": 1}}'), /texts\.json: "shell\.a" must be a text/);
    await writePack(dir, 'es', '1.0.0', source('Uno'));
    const unsigned = await readRemote(dir);
    await assert.rejects(
      gateway.order(orderFor(unsigned), unsigned),
      /implements language@1.*sign it with a team's key/,
    );
  });
});
