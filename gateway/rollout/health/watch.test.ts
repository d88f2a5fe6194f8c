import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { HealthEvent } from '../../../shell/src/health/report.ts';
import { buildGateway } from '../../app.ts';
import { readBrand } from '../../pages/brand.ts';
import { performOn } from '../../publish/actions.ts';
import { publishBuilt } from '../../publish/publisher.ts';
import { type Act, readHistory } from '../../registry/history.ts';
import { readRegistry } from '../../registry/registry.ts';
import { ON_DISK, startPublished, testConfig, writeRemoteBuild } from '../../testing/fixtures.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** One page load and its outcome. */
interface Visit {
  from: string;
  outcome: 'works' | 'throws' | 'fails to load';
}

const visits = (count: number, outcome: Visit['outcome'], network = '10.0'): Visit[] =>
  Array.from({ length: count }, (_, n) => ({ from: `${network}.${n >> 8}.${n & 255}`, outcome }));

function eventsOf(remote: string, outcome: Visit['outcome']): HealthEvent[] {
  if (outcome === 'fails to load') return [{ kind: 'failed', remote, code: 'CHUNK_UNAVAILABLE' }];
  const loaded: HealthEvent = { kind: 'loaded', remote, value: 250 };
  return outcome === 'works' ? [loaded] : [loaded, { kind: 'broke', remote, code: 'RENDER_FAILED' }];
}

async function report(app: FastifyInstance, remote: string, pages: Visit[]): Promise<void> {
  for (const { from, outcome } of pages) {
    const payload = { events: eventsOf(remote, outcome) };
    await app.inject({ method: 'POST', url: '/telemetry', payload, remoteAddress: from });
  }
}

/** Starts a gateway with a working `surveys` 1.0.0 and a mocked clock set to noon. */
async function setUp(test: TestContext) {
  test.mock.timers.enable({ apis: ['setInterval', 'Date'], now: NOON });
  const published = await startPublished(test);
  const { root, folder, app } = published;
  const publish = async (version: string, share?: number) => {
    const dir = join(folder, `next-${version}`);
    await writeRemoteBuild(dir, { name: 'surveys', version });
    await publishBuilt(root, dir, {}, share === undefined ? {} : { share });
  };
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  const takenBack = async (): Promise<Act[]> =>
    (await readHistory(root, 'surveys')).filter(({ what }) => what === 'taken back');
  await report(app, 'surveys@1.0.0', visits(100, 'works'));
  return { ...published, publish, surveys, takenBack };
}

/** Advances the clock one poll at a time, and lets each poll finish. */
async function pass(test: TestContext, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * SECOND) {
    test.mock.timers.tick(5 * SECOND);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a canary', () => {
  it('that throws on mount is taken back within 60 s, with a line in the history and one in the log', async (test) => {
    const { app, log, publish, surveys, takenBack } = await setUp(test);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(20, 'throws'));
    await pass(test, MINUTE);
    await test.waitFor(async () => assert.equal((await surveys())?.canary, undefined), ON_DISK);
    assert.equal((await surveys())?.active, '1.0.0');
    const [act, ...more] = await takenBack();
    assert.deepEqual(more, []);
    const why = 'It failed on 20 of 20 page loads, 1.0.0 before it on 0 of 100 page loads.';
    assert.deepEqual([act?.who, act?.version, act?.from, act?.why], ['gateway', '1.1.0', '1.1.0', why]);
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'failing version withdrawn');
    assert.deepEqual(
      lines.map(({ remote, why: said, active }) => [remote, said, active]),
      [['surveys@1.1.0', why, '1.0.0']],
    );
  });

  it('that failed 25 times on a single browser is taken back, too', async (test) => {
    const { app, publish, surveys } = await setUp(test);
    await publish('1.1.0', 10);
    for (let load = 0; load < 25; load += 1) {
      await report(app, 'surveys@1.1.0', [{ from: '127.0.0.1', outcome: 'throws' }]);
      test.mock.timers.tick(SECOND);
    }
    await pass(test, 35 * SECOND);
    await test.waitFor(async () => assert.equal((await surveys())?.canary, undefined), ON_DISK);
  });

  it('that fails for one browser in a hundred stays', async (test) => {
    const { app, publish, surveys, takenBack } = await setUp(test);
    await publish('1.1.0', 10);
    for (let hundred = 0; hundred < 3; hundred += 1) {
      await report(app, 'surveys@1.1.0', visits(1, 'throws', `10.${hundred + 1}`));
      await report(app, 'surveys@1.1.0', visits(99, 'works', `10.${hundred + 11}`));
      await pass(test, MINUTE);
    }
    assert.deepEqual((await surveys())?.canary, { version: '1.1.0', share: 10 });
    assert.deepEqual(await takenBack(), []);
  });

  it('that one client reports as failed 1,000 times stays when others report', async (test) => {
    const { app, publish, surveys } = await setUp(test);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(40, 'works'));
    for (let forged = 0; forged < 1_000; forged += 1) {
      await report(app, 'surveys@1.1.0', [{ from: '192.0.2.1', outcome: 'throws' }]);
      if (forged % 100 === 0) await pass(test, 10 * SECOND);
    }
    await pass(test, MINUTE);
    assert.deepEqual((await surveys())?.canary, { version: '1.1.0', share: 10 });
  });

  it('that fails while the previous, earlier healthy version fails as well stays', async (test) => {
    const { app, publish, surveys } = await setUp(test);
    await pass(test, 2 * MINUTE);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.0.0', visits(60, 'fails to load', '10.1'));
    await report(app, 'surveys@1.1.0', visits(30, 'fails to load', '10.2'));
    await pass(test, MINUTE);
    assert.deepEqual((await surveys())?.canary, { version: '1.1.0', share: 10 });
  });

  it('is taken back once when two gateways have half of the evidence each', async (test) => {
    const { app, root, teamsFile, publish, surveys, takenBack } = await setUp(test);
    const config = testConfig({ deployRoot: root, teamsFile });
    const other = await buildGateway({ config, brand: await readBrand(config.brandFile), logTo: false });
    test.after(() => other.close());
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(12, 'throws'));
    await pass(test, MINUTE);
    assert.notEqual((await surveys())?.canary, undefined);
    await report(other, 'surveys@1.1.0', visits(12, 'throws', '10.1'));
    await pass(test, MINUTE);
    await test.waitFor(async () => assert.equal((await surveys())?.canary, undefined), ON_DISK);
    assert.equal((await takenBack()).length, 1);
    await other.close();
  });

  it('that is tried again is judged only by reports from then on', async (test) => {
    const { app, publish, surveys, takenBack } = await setUp(test);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(20, 'throws'));
    await pass(test, MINUTE);
    await test.waitFor(async () => assert.equal((await surveys())?.canary, undefined), ON_DISK);
    await pass(test, MINUTE);
    await publish('1.1.0', 10);
    await pass(test, 2 * MINUTE);
    assert.deepEqual((await surveys())?.canary, { version: '1.1.0', share: 10 });
    assert.equal((await takenBack()).length, 1);
  });
});

describe('an active version', () => {
  it('that starts to fail after its promotion is replaced by the previous one within 60 s', async (test) => {
    const { app, root, publish, surveys, takenBack } = await setUp(test);
    await publish('1.1.0', 50);
    await report(app, 'surveys@1.1.0', visits(200, 'works', '10.1'));
    await pass(test, 2 * MINUTE);
    await performOn(root, 'surveys', { kind: 'promote' }, {});
    await report(app, 'surveys@1.1.0', visits(100, 'works', '10.2'));
    await pass(test, 10 * MINUTE);
    assert.equal((await surveys())?.active, '1.1.0');
    await report(app, 'surveys@1.1.0', visits(10, 'fails to load', '10.3'));
    await pass(test, MINUTE);
    await test.waitFor(async () => assert.equal((await surveys())?.active, '1.0.0'), ON_DISK);
    assert.deepEqual(
      (await takenBack()).map(({ active, from }) => [active, from]),
      [['1.0.0', '1.1.0']],
    );
  });

  it('that has been active for an hour stays: a person must decide', async (test) => {
    const { app, publish, surveys } = await setUp(test);
    await publish('1.1.0');
    test.mock.timers.tick(61 * MINUTE);
    await report(app, 'surveys@1.1.0', visits(50, 'throws', '10.1'));
    await pass(test, MINUTE);
    assert.equal((await surveys())?.active, '1.1.0');
  });

  it('that fails without a previous version stays, and the log says so once', async (test) => {
    const { app, log, surveys } = await setUp(test);
    await report(app, 'surveys@1.0.0', visits(60, 'throws', '10.1'));
    await pass(test, 2 * MINUTE);
    assert.equal((await surveys())?.active, '1.0.0');
    const logged = log.map((line) => JSON.parse(line)).filter(({ msg }) => /can not be withdrawn/.test(msg));
    assert.deepEqual(
      logged.map(({ remote, problem }) => [remote, problem]),
      [['surveys@1.0.0', 'there is no version to return to']],
    );
  });
});
