import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startScript } from './testing/commands.ts';
import { PATIENTLY, temporaryFolder, writeFiles } from './testing/fixtures.ts';

function run(test: TestContext, env: NodeJS.ProcessEnv) {
  const gateway = startScript(join(import.meta.dirname, 'server.ts'), [], env);
  test.after(() => gateway.child.kill('SIGKILL'));
  /** Resolves when the process has printed a line. */
  const printed = async (pattern: RegExp) => {
    await test.waitFor(() => assert.match(gateway.output(), pattern), PATIENTLY);
    return pattern.exec(gateway.output()) ?? [];
  };
  return { ...gateway, printed };
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
    const { code, output } = await run(test, env).ended;
    assert.equal(code, 1);
    const said = `Port ${port} is in use: stop what runs there, or choose another with PORT=...`;
    assert.equal(output.split('\n').at(-1), said);
  });

  it('starts when the process that had its port ends while it waits', async (test) => {
    const { server, env } = await takePort(test);
    const { printed } = run(test, env);
    await printed(/port in use, waiting for it/);
    server.close();
    await printed(/"msg":"listening"/);
  });

  it('reports everything wrong with its configuration and its brand file at once', async (test) => {
    const missing = await run(test, { PORT: '0', BRAND_FILE: '/nowhere/brand.json' }).ended;
    assert.deepEqual(missing, { code: 1, output: '/nowhere/brand.json is missing; set BRAND_FILE to its path.' });
    const folder = await temporaryFolder(test);
    await writeFiles(folder, { 'brand.json': JSON.stringify({ name: 'Compass' }) });
    const env = { PORT: '99999', API_URL: 'ftp://x', DEV_MODE: '?', BRAND_FILE: join(folder, 'brand.json') };
    const { code, output } = await run(test, env).ended;
    assert.equal(code, 1);
    const named = ['PORT', 'API_URL', 'DEV_MODE', '"logo"', '"meaning', '"colours', '"supportEmail"', '"hospital"'];
    for (const name of named) assert.ok(output.includes(name), `${name} in ${output}`);
    test.diagnostic(`configuration and brand of the gateway: ${named.length} wrong settings named at once`);
  });

  it('refuses the example’s brand outside a demo', async (test) => {
    const env = { DEMO_MODE: '0', BRAND_FILE: 'shell/brand.json' };
    assert.match(
      (await run(test, env).ended).output,
      /BRAND_FILE shell\/brand.json still has the example’s "hospital"/,
    );
  });

  it('listens, and stops on SIGTERM', async (test) => {
    const env = { PORT: '0', HOST: '127.0.0.1', DEPLOY_ROOT: await temporaryFolder(test) };
    const { child, ended, printed } = run(test, env);
    const [, address] = await printed(/"address":"(http:[^"]+)".*"msg":"listening"/);
    assert.equal((await fetch(`${address}/config.json`)).status, 200);
    child.kill('SIGTERM');
    assert.equal((await ended).code, 0);
  });
});
