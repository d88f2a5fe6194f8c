import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { publishBuilt } from 'gateway/publish/publisher';
import { temporaryFolder, writeRemoteBuild } from 'gateway/testing/fixtures';
import type { RunTimeError } from 'shared-ui/contract';
import { BuildServer } from './build-server.ts';

const SHELL = 'https://lodestar.example.org';

async function start(test: TestContext) {
  const folder = await temporaryFolder(test);
  await writeRemoteBuild(join(folder, 'build'), { version: '1.0.0-dev.3' });
  await publishBuilt(join(folder, 'root'), join(folder, 'build'));
  const errors: RunTimeError[] = [];
  const server = await BuildServer.start({
    root: join(folder, 'root'),
    shell: SHELL,
    onError: (error) => errors.push(error),
  });
  test.after(() => server.close());
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, { ...init, headers: { origin: SHELL, 'content-type': 'application/json' } });
  return { server, errors, ask };
}

describe('BuildServer', () => {
  it('lets only the pages of its shell read the files of a build', async (test) => {
    const { server, ask } = await start(test);
    const answer = await ask('/remotes/surveys/1.0.0-dev.3/remote.json');
    assert.equal(answer.headers.get('access-control-allow-origin'), SHELL);
    assert.equal((await answer.json()).version, '1.0.0-dev.3');
    for (const origin of ['https://other.example.org', 'null']) {
      const other = await fetch(`${server.origin}/remotes/surveys/1.0.0-dev.3/remote.json`, { headers: { origin } });
      assert.equal(other.headers.get('access-control-allow-origin'), null);
    }
    for (const path of ['/remotes/surveys/1.0.0/remote.json', '/remotes/surveys/1.0.0-dev.3/../../x', '/']) {
      assert.equal((await ask(path)).status, 404);
    }
  });

  it('accepts run-time errors from pages and returns 400 for anything else', async (test) => {
    const { errors, ask } = await start(test);
    const error = { remote: 'surveys@1.0.0-dev.3', message: 'broken' };
    const answer = await ask('/errors', { method: 'POST', body: JSON.stringify(error) });
    assert.deepEqual([answer.status, errors], [200, [error]]);
    for (const body of ['no', '{}', JSON.stringify({ ...error, message: 'x'.repeat(40_000) })]) {
      assert.equal((await ask('/errors', { method: 'POST', body })).status, 400);
    }
    assert.equal(errors.length, 1);
  });
});
