import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { HealthEvent } from 'shared-ui/contract/host';
import { carryOut } from '../../publish/order.ts';
import { readHistory } from '../../registry/history.ts';
import { readRegistry } from '../../registry/registry.ts';
import { PATIENTLY, startGateway, startPublished } from '../../testing/fixtures.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Outcome = 'works' | 'throws' | 'fails to load';

/** Reports page loads of a surveys version, each from another address. */
async function report(app: FastifyInstance, version: string, count: number, outcome: Outcome, network = '10.0') {
  const remote = `surveys@${version}`;
  const loaded: HealthEvent = { kind: 'loaded', remote, value: 250 };
  const events: Record<Outcome, HealthEvent[]> = {
    works: [loaded],
    throws: [loaded, { kind: 'broke', remote, code: 'RENDER_FAILED' }],
    'fails to load': [{ kind: 'failed', remote, code: 'CHUNK_UNAVAILABLE' }],
  };
  const payload = { events: events[outcome] };
  for (let page = 0; page < count; page += 1) {
    const remoteAddress = `${network}.${page >> 8}.${page & 255}`;
    await app.inject({ method: 'POST', url: '/telemetry', payload, remoteAddress });
  }
}

/** Starts a gateway with a working `surveys` 1.0.0 and a mocked clock set to noon. */
async function setUp(test: TestContext) {
  test.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 10, 22, 12) });
  const published = await startPublished(test);
  const { root, app, log } = published;
  const publish = (version: string, share?: number) =>
    published.publish({ version }, { key: undefined, ...(share === undefined ? {} : { share }) });
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  const takenBack = async () => (await readHistory(root, 'surveys')).filter(({ what }) => what === 'taken back');
  await report(app, '1.0.0', 100, 'works');
  const untilTrialEnds = () => test.waitFor(async () => assert.equal((await surveys())?.canary, undefined), PATIENTLY);
  const assertOnTrial = async () => assert.deepEqual((await surveys())?.canary, { version: '1.1.0', share: 10 });
  const logged = (message: RegExp) => log.map((line) => JSON.parse(line)).filter(({ msg }) => message.test(msg));
  /** Advances the clock one poll at a time, and lets each poll finish. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5 * SECOND) {
      test.mock.timers.tick(5 * SECOND);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { ...published, publish, surveys, takenBack, untilTrialEnds, assertOnTrial, logged, pass };
}

describe('a canary', () => {
  it('that throws on mount is taken back within 60 s, and judged again when it is tried again', async (test) => {
    const { app, publish, surveys, takenBack, untilTrialEnds, assertOnTrial, logged, pass } = await setUp(test);
    await publish('1.1.0', 10);
    await report(app, '1.1.0', 20, 'throws');
    await pass(MINUTE);
    await untilTrialEnds();
    assert.equal((await surveys())?.active, '1.0.0');
    const [act, ...more] = await takenBack();
    assert.deepEqual(more, []);
    const why = 'It failed on 20 of 20 page loads, 1.0.0 before it on 0 of 100 page loads.';
    assert.deepEqual([act?.who, act?.version, act?.from, act?.why], ['gateway', '1.1.0', '1.1.0', why]);
    // It is logged after it is stored.
    await test.waitFor(() => {
      const lines = logged(/^failing version withdrawn$/).map(({ remote, active, why: reason }) => [
        remote,
        active,
        reason,
      ]);
      assert.deepEqual(lines, [['surveys@1.1.0', '1.0.0', why]]);
    }, PATIENTLY);
    await pass(MINUTE);
    await publish('1.1.0', 10);
    await pass(2 * MINUTE);
    await assertOnTrial();
    assert.equal((await takenBack()).length, 1);
  });

  it('that fails while the previous, earlier healthy version fails as well stays', async (test) => {
    const { app, publish, assertOnTrial, pass } = await setUp(test);
    await pass(2 * MINUTE);
    await publish('1.1.0', 10);
    await report(app, '1.0.0', 60, 'fails to load', '10.1');
    await report(app, '1.1.0', 30, 'fails to load', '10.2');
    await pass(MINUTE);
    await assertOnTrial();
  });

  it('is taken back once when two gateways have half of the evidence each', async (test) => {
    const { app, root, teamsFile, publish, takenBack, untilTrialEnds, assertOnTrial, pass } = await setUp(test);
    const other = await startGateway(test, { deployRoot: root, teamsFile });
    await publish('1.1.0', 10);
    await report(app, '1.1.0', 12, 'throws');
    await pass(MINUTE);
    await assertOnTrial();
    await report(other, '1.1.0', 12, 'throws', '10.1');
    await pass(MINUTE);
    await untilTrialEnds();
    assert.equal((await takenBack()).length, 1);
  });
});

describe('an active version', () => {
  it('that starts to fail after its promotion is replaced by the previous one within 60 s', async (test) => {
    const { app, root, publish, surveys, takenBack, pass } = await setUp(test);
    await publish('1.1.0', 50);
    await report(app, '1.1.0', 200, 'works', '10.1');
    await pass(2 * MINUTE);
    await carryOut(root, { name: 'surveys', kind: 'promote' });
    await report(app, '1.1.0', 100, 'works', '10.2');
    await pass(10 * MINUTE);
    assert.equal((await surveys())?.active, '1.1.0');
    await report(app, '1.1.0', 10, 'fails to load', '10.3');
    await pass(MINUTE);
    await test.waitFor(async () => assert.equal((await surveys())?.active, '1.0.0'), PATIENTLY);
    const acts = (await takenBack()).map(({ active, from }) => [active, from]);
    assert.deepEqual(acts, [['1.0.0', '1.1.0']]);
  });

  it('that has been active for an hour stays: a person must decide', async (test) => {
    const { app, publish, surveys, pass } = await setUp(test);
    await publish('1.1.0');
    test.mock.timers.tick(61 * MINUTE);
    await report(app, '1.1.0', 50, 'throws', '10.1');
    await pass(MINUTE);
    assert.equal((await surveys())?.active, '1.1.0');
  });

  it('that fails without a previous version stays, and the log says so once', async (test) => {
    const { app, surveys, logged, pass } = await setUp(test);
    await report(app, '1.0.0', 60, 'throws', '10.1');
    await pass(2 * MINUTE);
    assert.equal((await surveys())?.active, '1.0.0');
    const problems = logged(/can not be withdrawn/).map(({ remote, problem }) => [remote, problem]);
    assert.deepEqual(problems, [['surveys@1.0.0', 'there is no version to return to']]);
  });
});
