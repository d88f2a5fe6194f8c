import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { HealthEvent } from 'shared-ui/contract/host';
import { emptyRegistry } from '../../registry/registry.ts';
import { temporaryFolder } from '../../testing/fixtures.ts';
import { addPages, addTime, boundedSeries, type Series, SLOT_MS, slotAt } from './counts.ts';
import { readAllSeries } from './files.ts';
import { HealthStore } from './store.ts';

const HOUR_MS = 12 * SLOT_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-25T12:07:00Z');
const remote = 'surveys@1.0.0';

describe('the health series', () => {
  it('keeps 5-minute slots for a day and hours for the rest of a week, and loses no report of that week', () => {
    const series: Series = {};
    for (let at = NOW - 10 * DAY_MS; at <= NOW; at += SLOT_MS) {
      addPages(series, remote, at, { pages: 1, failing: 0 });
      addTime(series, remote, at, 'LCP', 1_500);
    }
    const slots = boundedSeries(series, NOW)[remote] ?? {};
    assert.equal(Object.keys(slots).length, 24 * 12 + 6 * 24 + 1);
    assert.equal(slots[slotAt(NOW)]?.pages, 1);
    const twoDaysAgo = slots[slotAt(Math.floor((NOW - 2 * DAY_MS) / HOUR_MS) * HOUR_MS)];
    assert.deepEqual([twoDaysAgo?.pages, twoDaysAgo?.times.LCP?.buckets.at(6)], [12, 12]);
    assert.equal(
      Object.values(slots).reduce((all, { pages }) => all + pages, 0),
      7 * 24 * 12,
    );
    assert.deepEqual(boundedSeries(series, NOW + 8 * DAY_MS), {});
  });

  it('is stored with every counted report, survives a restart, and drops versions that are not published', async (test) => {
    const root = await temporaryFolder(test);
    const surveys = { active: '1.0.0', versions: { '1.0.0': { manifest: '/x', integrity: '' } } };
    const registry = { ...emptyRegistry(), remotes: { surveys } };
    const events: HealthEvent[] = [
      { kind: 'loaded', remote, value: 300 },
      { kind: 'broke', remote, code: 'RENDER_FAILED' },
      { kind: 'LCP', remote, value: 1_234 },
    ];
    const run = async (published = registry) => {
      const store = new HealthStore(root);
      await store.report(events, { address: 'a', browser: 'b' }, registry);
      await store.saveSeries(published);
      store.close();
    };
    await run();
    await run();
    const [slot] = Object.values((await readAllSeries(root))[remote] ?? {});
    assert.deepEqual([slot?.pages, slot?.failing, slot?.times.LCP?.sum], [2, 2, 2_468]);
    await run({ ...registry, remotes: { surveys: { active: '', versions: {} as typeof surveys.versions } } });
    assert.equal(await readFile(join(root, 'health/series/1.json'), 'utf8'), '{"schema":1,"versions":{}}\n');
  });
});
