import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry } from 'shared-ui/contract';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { seeded } from '../../testing/fixtures.ts';
import { answerOf, threeGateways } from '../../testing/gateways.ts';

/** Number of processes that are killed during publications: 200 in the long form of this test. */
const KILLS = Number(process.env.KILLS ?? 4);
const SEED = Number(process.env.SEED ?? 20_261_129);
/** How long gateways may differ once all processes are back, in milliseconds; any time in the short form. */
const MAY_DIFFER_MS = process.env.KILLS ? 1_000 : timeOuts.condition;

const registryIn = (answer: string | undefined) => JSON.parse(answer ?? '') as Registry;

/** Asserts that a gateway has every file of the last `count` surveys versions in its registry. */
async function assertWhole(origin: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const { remotes } = registryIn(await answerOf(origin));
  for (const { manifest } of Object.values(remotes.surveys?.versions ?? {}).slice(-count)) {
    const response = await fetch(`${origin}${manifest}`);
    assert.equal(response.status, 200, `${origin} lacks ${manifest}`);
    const { files } = (await response.json()) as { files: Record<string, string> };
    for (const path of Object.keys(files)) {
      const url = new URL(path, `${origin}${manifest}`);
      assert.equal((await fetch(url, { method: 'HEAD' })).status, 200, url.href);
    }
  }
}

it('three gateways, the publisher and PostgreSQL can be killed during a publication: the gateways agree within a second', {
  timeout: timeOuts.longTest * Math.max(1, KILLS / 10),
}, async (test) => {
  const { gateways, origins, database, publish } = await threeGateways(test);
  test.diagnostic(`seed ${SEED}`);
  const random = seeded(SEED);
  const figures = { published: 0, stopped: 0, longest: 0 };
  const answers = () => Promise.all(origins.map(answerOf));
  /**
   * Resolves when all gateways have one registry, with the version whose publication was reported: all of them may
   * still have the one before when the database was killed right after the commit. Returns the registry.
   */
  const agreement = async (reported?: string) => {
    const began = performance.now();
    for (let differed = 0; ; ) {
      const [given, ...others] = await answers();
      if (given !== undefined && others.every((other) => other === given)) {
        const registry = registryIn(given);
        if (reported === undefined || registry.remotes.surveys?.versions[reported]) {
          figures.longest = Math.max(figures.longest, differed);
          return registry;
        }
      }
      differed = performance.now() - began;
      assert.ok(
        differed < MAY_DIFFER_MS,
        `no agreement on ${reported ?? 'one registry'} ${Math.round(differed)} ms after all are back`,
      );
      await wait(10);
    }
  };
  const restartDatabase = async () => {
    // Its killed server's processes may still be ending.
    await test.waitFor(() => database.restart(), { interval: 200, timeout: timeOuts.condition });
  };
  const attempted = new Set(['1.0.0']);
  let duration = 0;
  for (let round = 0; round < KILLS; round++) {
    if (round % 10 === 0) {
      const began = performance.now();
      attempted.add(`1.${round}.1`);
      const { code, output } = await (await publish(`1.${round}.1`)).ended;
      assert.equal(code, 0, output);
      duration = performance.now() - began;
    }
    const next = `1.${round}.2`;
    attempted.add(next);
    const publisher = await publish(next);
    // The first part is Node's own startup, during which nothing can break.
    await Promise.race([wait(duration * (0.3 + 0.7 * random())), publisher.ended]);
    const victim = Math.floor(random() * 5);
    const gateway = gateways[victim];
    if (gateway) {
      await gateway.kill();
    } else if (victim === 3) {
      publisher.child.kill('SIGKILL');
    } else {
      process.kill(await database.pid(), 'SIGKILL');
      assert.ok(!(await answers()).includes(undefined), 'gateways without a database serve what they have');
    }
    const { code } = await publisher.ended;
    if (gateway) await gateway.start();
    if (victim === 4) await restartDatabase();
    const { active = '', versions = {} } = (await agreement(code === 0 ? next : undefined)).remotes.surveys ?? {};
    // A gateway may still be carrying out the order of a publisher that was killed.
    assert.ok(attempted.has(active), `round ${round}: ${active} is active`);
    figures[versions[next] ? 'published' : 'stopped'] += 1;
    for (const origin of origins) await assertWhole(origin, 2);
  }
  const { code, output } = await (await publish('2.0.0')).ended;
  assert.equal(code, 0, output);
  const last = await agreement('2.0.0');
  assert.equal(last.remotes.surveys?.active, '2.0.0');
  for (const origin of origins) await assertWhole(origin);
  const { published, stopped, longest } = figures;
  const outcome = `${published} publications went through, ${stopped} did not`;
  test.diagnostic(`gateways: ${KILLS} kills (${outcome}), no two differed longer than ${Math.round(longest)} ms`);
});
