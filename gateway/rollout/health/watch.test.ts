import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { HealthEvent } from '../../../shell/src/health/report.ts';
import { performOn } from '../../publish/actions.ts';
import { type Act, readHistory } from '../../registry/history.ts';
import { readRegistry } from '../../registry/registry.ts';
import { ON_DISK, startGateway, startPublished } from '../../testing/fixtures.ts';

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
  const { root, app, log } = published;
  const publish = (version: string, share?: number) =>
    published.publish({ version }, { key: undefined, ...(share === undefined ? {} : { share }) });
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  const takenBack = async (): Promise<Act[]> =>
    (await readHistory(root, 'surveys')).filter(({ what }) => what === 'taken back');
  await report(app, 'surveys@1.0.0', visits(100, 'works'));
  /** Resolves when there is no version on trial. */
  const untilTrialEnds = () => test.waitFor(async () => assert.equal((await surveys())?.canary, undefined), ON_DISK);
  /** Asserts that 1.1.0 is still on trial. */
  const assertOnTrial = async () => assert.deepEqual((await surveys())?.canary, { version: '1.1.0', share: 10 });
  const logged = (message: RegExp) => log.map((line) => JSON.parse(line)).filter(({ msg }) => message.test(msg));
  return { ...published, publish, surveys, takenBack, untilTrialEnds, assertOnTrial, logged };
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
    const { app, publish, surveys, takenBack, untilTrialEnds, logged } = await setUp(test);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(20, 'throws'));
    await pass(test, MINUTE);
    await untilTrialEnds();
    assert.equal((await surveys())?.active, '1.0.0');
    const [act, ...more] = await takenBack();
    assert.deepEqual(more, []);
    const why = 'It failed on 20 of 20 page loads, 1.0.0 before it on 0 of 100 page loads.';
    assert.deepEqual([act?.who, act?.version, act?.from, act?.why], ['gateway', '1.1.0', '1.1.0', why]);
    const [line, ...others] = logged(/^failing version withdrawn$/);
    assert.deepEqual([line.remote, line.why, line.active, others], ['surveys@1.1.0', why, '1.0.0', []]);
  });

  it('that fails while the previous, earlier healthy version fails as well stays', async (test) => {
    const { app, publish, assertOnTrial } = await setUp(test);
    await pass(test, 2 * MINUTE);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.0.0', visits(60, 'fails to load', '10.1'));
    await report(app, 'surveys@1.1.0', visits(30, 'fails to load', '10.2'));
    await pass(test, MINUTE);
    await assertOnTrial();
  });

  it('is taken back once when two gateways have half of the evidence each', async (test) => {
    const { app, root, teamsFile, publish, surveys, takenBack, untilTrialEnds } = await setUp(test);
    const other = await startGateway(test, { deployRoot: root, teamsFile });
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(12, 'throws'));
    await pass(test, MINUTE);
    assert.notEqual((await surveys())?.canary, undefined);
    await report(other, 'surveys@1.1.0', visits(12, 'throws', '10.1'));
    await pass(test, MINUTE);
    await untilTrialEnds();
    assert.equal((await takenBack()).length, 1);
    await other.close();
  });

  it('that is tried again is judged only by reports from then on', async (test) => {
    const { app, publish, takenBack, untilTrialEnds, assertOnTrial } = await setUp(test);
    await publish('1.1.0', 10);
    await report(app, 'surveys@1.1.0', visits(20, 'throws'));
    await pass(test, MINUTE);
    await untilTrialEnds();
    await pass(test, MINUTE);
    await publish('1.1.0', 10);
    await pass(test, 2 * MINUTE);
    await assertOnTrial();
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
    const [act, ...more] = await takenBack();
    assert.deepEqual([act?.active, act?.from, more], ['1.0.0', '1.1.0', []]);
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
    const { app, surveys, logged } = await setUp(test);
    await report(app, 'surveys@1.0.0', visits(60, 'throws', '10.1'));
    await pass(test, 2 * MINUTE);
    assert.equal((await surveys())?.active, '1.0.0');
    const [line, ...others] = logged(/can not be withdrawn/);
    assert.deepEqual([line.remote, line.problem], ['surveys@1.0.0', 'there is no version to return to']);
    assert.deepEqual(others, []);
  });
});
