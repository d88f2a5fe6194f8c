import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startScript } from './testing/commands.ts';
import { temporaryFolder, writeFiles } from './testing/fixtures.ts';

const SERVER = join(import.meta.dirname, 'server.ts');

function run(test: TestContext, env: NodeJS.ProcessEnv) {
  const { child, ended, output } = startScript(SERVER, [], env);
  test.after(() => child.kill('SIGKILL'));
  const waitForOutput = (pattern: RegExp) =>
    test.waitFor(
      () => {
        const match = pattern.exec(output());
        assert.ok(match, output());
        return match;
      },
      { timeout: 60_000 },
    );
  return { child, ended: ended.then(({ code }) => code), waitForOutput, output };
}

/** Opens a port that nothing else may use. */
async function takePort(test: TestContext) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { server, port, env: { PORT: String(port), HOST: '127.0.0.1' } };
}

describe('the gateway process', () => {
  it('reports in one sentence that its port is in use', async (test) => {
    const { port, env } = await takePort(test);
    const gateway = run(test, env);
    assert.equal(await gateway.ended, 1);
    const last = gateway.output().split('\n').at(-1);
    assert.equal(last, `Port ${port} is in use: stop what runs there, or choose another with PORT=...`);
  });

  it('starts when the process that had its port ends while it waits', async (test) => {
    const { server, env } = await takePort(test);
    const gateway = run(test, env);
    await gateway.waitForOutput(/port in use, waiting for it/);
    server.close();
    await gateway.waitForOutput(/"msg":"listening"/);
  });

  it('reports in one sentence what is wrong with its brand file', async (test) => {
    const gateway = run(test, { PORT: '0', BRAND_FILE: '/nowhere/brand.json' });
    assert.equal(await gateway.ended, 1);
    assert.equal(gateway.output(), '/nowhere/brand.json is missing; set BRAND_FILE to its path.');
  });

  it('reports everything wrong with its configuration and its brand file at once', async (test) => {
    const folder = await temporaryFolder(test);
    await writeFiles(folder, { 'brand.json': JSON.stringify({ name: 'Compass' }) });
    const env = { PORT: '99999', API_URL: 'ftp://x', DEV_MODE: '?', BRAND_FILE: join(folder, 'brand.json') };
    const gateway = run(test, env);
    assert.equal(await gateway.ended, 1);
    const named = ['PORT', 'API_URL', 'DEV_MODE', '"logo"', '"meaning', '"colours', '"supportEmail"', '"hospital"'];
    for (const name of named) assert.ok(gateway.output().includes(name), `${name} in ${gateway.output()}`);
    test.diagnostic(`configuration and brand of the gateway: ${named.length} wrong settings named at once`);
  });

  it('listens, and stops on SIGTERM', async (test) => {
    const gateway = run(test, { PORT: '0', HOST: '127.0.0.1', DEPLOY_ROOT: await temporaryFolder(test) });
    const [, address] = await gateway.waitForOutput(/"address":"(http:[^"]+)".*"msg":"listening"/);
    assert.equal((await fetch(`${address}/config.json`)).status, 200);
    gateway.child.kill('SIGTERM');
    assert.equal(await gateway.ended, 0);
  });
});
