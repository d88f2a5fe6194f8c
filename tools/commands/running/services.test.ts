import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { PATIENTLY, temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { serve } from 'gateway/testing/servers';
import { REPO } from 'server-kit/paths';
import { restartOnChange } from '../development/restart-service.ts';
import { choosePorts, freePorts, requireFree } from './ports.ts';
import { Services } from './services.ts';

const SERVER = `import { createServer } from 'node:http';
createServer((request, answer) => {
  if (request.url === '/die') { console.log('the disk is full'); process.exit(7); }
  answer.end(String(process.pid));
}).listen(Number(process.env.PORT), '127.0.0.1');`;

async function setUp(test: TestContext, files: Record<string, string> = {}) {
  const folder = await temporaryFolder(test);
  await writeFiles(folder, { 'server.mjs': SERVER, ...files });
  const services = new Services(join(folder, 'logs'));
  test.after(() => services.stop());
  const [port = 0] = await freePorts(1);
  const health = `http://127.0.0.1:${port}/`;
  const service = (script: string, env: Record<string, string> = {}) => ({
    name: 'API',
    script: relative(REPO, join(folder, script)),
    env: { PORT: String(port), ...env },
    health,
  });
  return { folder, services, service, health };
}

describe('Services', () => {
  it('stops a service after the registered work', async (test) => {
    const { services, service, health } = await setUp(test);
    await services.start(service('server.mjs'));
    const order: string[] = [];
    services.beforeStop(async () => void order.push((await fetch(health)).ok ? 'while it answers' : 'too late'));
    await services.stop();
    assert.deepEqual(order, ['while it answers']);
    await assert.rejects(fetch(health));
  });

  it('reports the last output of a service that exits, once it responds or before', async (test) => {
    const broken = "console.error('DATA_DIR is missing'); process.exit(1);";
    const early = await setUp(test, { 'broken.mjs': broken });
    const said = /DATA_DIR is missing\n\nThe API ended unexpectedly, with code 1/;
    await assert.rejects(early.services.start(early.service('broken.mjs')), said);
    const { services, service, health } = await setUp(test);
    await services.start(service('server.mjs'));
    await fetch(`${health}die`).catch(() => undefined);
    const { message } = await services.failed;
    assert.match(message, /the disk is full\n\nThe API ended unexpectedly, with code 7; its last words are above/);
  });

  it('restarts a service with its current sources, also after one that could not start', async (test) => {
    const { folder, services, service, health } = await setUp(test);
    const says = async () => (await fetch(health)).text();
    await services.start(service('server.mjs'));
    await writeFiles(folder, { 'server.mjs': SERVER.replace('String(process.pid)', "'new'") });
    await services.restart('API');
    assert.equal(await says(), 'new');
    await writeFiles(folder, { 'server.mjs': 'throw new Error("a slip")' });
    await assert.rejects(services.restart('API'), /a slip(.|\n)*The API ended unexpectedly/);
    await writeFiles(folder, { 'server.mjs': SERVER.replace('String(process.pid)', "'mended'") });
    await services.restart('API');
    assert.equal(await says(), 'mended');
  });

  it('restarts a service after a change of its sources, until watching ends', async (test) => {
    const { folder, services, service, health } = await setUp(test, { 'source/server.mjs': SERVER });
    await services.start(service('source/server.mjs'));
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    const stop = restartOnChange({ services, name: 'API', sources: [join(folder, 'source')], print });
    try {
      await writeFiles(folder, { 'source/server.mjs': SERVER.replace('String(process.pid)', "'new'") });
      await test.waitFor(() => assert.match(printed.join('\n'), /^API restarted in [\d.]+ s$/), PATIENTLY);
      assert.equal(await (await fetch(health)).text(), 'new');
    } finally {
      await stop();
    }
  });

  it('stops its services when the process that started them is killed', async (test) => {
    const { folder, service, health } = await setUp(test);
    const { script, env } = service('server.mjs');
    const from = JSON.stringify(join(import.meta.dirname, 'services.ts'));
    const options = JSON.stringify({ name: 'API', script, env, health });
    const parent = `import { Services } from ${from};\nconst services = new Services(process.argv[2]);\nawait services.start(${options});\nprocess.kill(process.pid, 'SIGKILL');`;
    await writeFiles(folder, { 'parent.ts': parent });
    spawnSync(process.execPath, [join(folder, 'parent.ts'), join(folder, 'logs')]);
    await test.waitFor(() => assert.rejects(fetch(health)), PATIENTLY);
  });
});

describe('ports', () => {
  it('follow PORT unless they are set', () => {
    assert.deepEqual(choosePorts({}), { gateway: 3000, api: 3001, recorder: 3002 });
    const moved = { gateway: 4000, api: 4001, recorder: 5000 };
    assert.deepEqual(choosePorts({ PORT: '4000', RECORDER_PORT: '5000' }), moved);
    assert.throws(() => choosePorts({ PORT: 'x', API_PORT: '-1' }), /PORT must be a port .*; API_PORT must be a port/);
    assert.throws(() => choosePorts({ PORT: '4000', API_PORT: '4000' }), /must differ; they are 4000, 4000 and 4002/);
  });

  it('are reported with their purpose when they are in use', async (test) => {
    const port = Number(new URL(await serve(test, () => undefined)).port);
    const [gateway = 0] = await freePorts(1);
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const taken = requireFree({ gateway, api: port, recorder: gateway }, 1, print);
    await assert.rejects(taken, new RegExp(`^PlainError: Port ${port}, meant for the API, is in use: .* API_PORT=`));
    assert.deepEqual(lines, [`Port ${port}, meant for the API, is in use: waiting up to 0.001 s for it`]);
    await requireFree({ gateway, api: gateway, recorder: gateway }, 0, print);
  });
});

it('freePorts returns unused ports, different ones on each call, outside the ephemeral range', async (test) => {
  const taken = Number(new URL(await serve(test, () => undefined)).port);
  const all = [...(await freePorts(3)), ...(await freePorts(3))];
  assert.equal(new Set([taken, ...all]).size, 7);
  assert.ok(all.every((port) => port >= 10_000 && port < 32_768));
  await assert.rejects(freePorts(23), /No 23 free ports/);
});
