import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startPublished, temporaryFolder, writeFiles } from './testing/fixtures.ts';

const SERVER = join(import.meta.dirname, 'server.ts');

function run(test: TestContext, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  test.after(() => child.kill('SIGKILL'));
  let output = '';
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const waitForOutput = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const check = () => {
        const match = pattern.exec(output);
        if (match !== null) resolve(match);
      };
      listeners.push(check);
      check();
    });
  return { child, ended, waitForOutput, output: () => output.trim() };
}

describe('the gateway process', () => {
  it('reports in one sentence that its port is in use', async (test) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    test.after(() => new Promise((resolve) => other.close(resolve)));
    const { port } = other.address() as AddressInfo;
    const gateway = run(test, { PORT: String(port), HOST: '127.0.0.1' });
    assert.equal(await gateway.ended, 1);
    const last = gateway.output().split('\n').at(-1);
    assert.equal(last, `Port ${port} is in use: stop what runs there, or choose another with PORT=...`);
  });

  it('starts when the process that had its port ends while it waits', async (test) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const gateway = run(test, { PORT: String(port), HOST: '127.0.0.1' });
    await Promise.race([gateway.waitForOutput(/port in use, waiting for it/), gateway.ended]);
    other.close();
    const listening = gateway.waitForOutput(/"msg":"listening"/);
    assert.notEqual(await Promise.race([listening, gateway.ended]), 1, gateway.output());
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

describe('/dev/events', () => {
  it('is there in dev mode only', async (test) => {
    const { app } = await startPublished(test);
    assert.equal((await app.inject('/dev/events')).statusCode, 404);
  });

  it('sends a new revision to listeners, and a missed one to those that reconnect', async (test) => {
    const { app, publishSurveys } = await startPublished(test, { dev: true });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const received = await listen(`${address}/dev/events`, {});
    assert.match(await received(': open'), /: open/);
    await publishSurveys('1.1.0');
    const event = await received('\ndata: ');
    assert.match(event, /id: 6\nevent: registry\ndata: \{.*"active":"1\.1\.0".*\}\n\n$/s);
    const missed = await listen(`${address}/dev/events`, { 'last-event-id': '5' });
    assert.match(await missed('\ndata: '), /id: 6\n/);
  });
});

/** Opens a stream. The returned function resolves with everything received, once it includes the text. */
async function listen(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let all = '';
  return async (text: string): Promise<string> => {
    while (!all.includes(text) || !all.endsWith('\n\n')) all += (await reader?.read())?.value ?? '';
    return all;
  };
}
