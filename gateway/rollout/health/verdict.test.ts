import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../../testing/fixtures.ts';
import { type Counts, countError, countFailed, countLoaded, emptyCounts, MINUTE_MS } from './counts.ts';
import { healthFile, readCounts, writeCounts } from './files.ts';
import { isFailing, readHealth } from './verdict.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const NONE = { pages: 0, failing: 0 };

/** Returns counts of a version with `pages` page loads, of which `failing` threw on mount. */
function counted(pages: number, failing: number, now = NOW) {
  const counts = emptyCounts();
  for (let page = 0; page < pages; page += 1) countLoaded(counts, now, 300);
  for (let page = 0; page < failing; page += 1) countError(counts, now, 'RENDER_FAILED', true);
  return counts;
}

async function verdicts(test: TestContext, ...gateways: Counts[]) {
  const root = await temporaryFolder(test);
  for (const [index, counts] of gateways.entries()) await writeCounts(root, `${index + 1}`, counts);
  return { root, verdict: await readHealth(root, NOW) };
}

describe('a version fails', () => {
  it('on significantly more page loads than the one before, of at least 20', () => {
    const cases: [pages: number, failing: number, before: [pages: number, failing: number], expected: boolean][] = [
      [20, 20, [500, 0], true],
      [20, 20, [0, 0], true],
      [19, 19, [500, 0], false],
      // One in a hundred looks like this at first.
      [20, 1, [500, 0], false],
      [20, 2, [500, 0], false],
      [20, 3, [500, 0], true],
      [100, 5, [500, 0], true],
      [100, 4, [500, 0], false],
      [100, 10, [100, 5], false],
      [1000, 100, [1000, 50], true],
      [1000, 99, [1000, 50], false],
      [100, 100, [100, 100], false],
      [30, 5, [4, 4], false],
    ];
    for (const [pages, failing, [pagesBefore, failingBefore], expected] of cases) {
      const before = { pages: pagesBefore, failing: failingBefore };
      assert.equal(isFailing({ pages, failing }, before), expected, `${failing} of ${pages}`);
    }
  });

  it('on one browser in a hundred: no, for 99 % of versions, checked after each of 2,000 page loads', () => {
    // A deterministic generator (Numerical Recipes' constants), so that every run sees the same browsers.
    let state = 15;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    let takenBack = 0;
    for (let version = 0; version < 1_000; version += 1) {
      let failing = 0;
      for (let pages = 1; pages <= 2_000; pages += 1) {
        if (random() < 0.01) failing += 1;
        if (!isFailing({ pages, failing }, NONE)) continue;
        takenBack += 1;
        break;
      }
    }
    console.log(`one browser in a hundred: ${takenBack} of 1000 versions taken back`);
    assert.ok(takenBack <= 10, `${takenBack} of 1000`);
  });
});

describe('the health of a version', () => {
  it('is computed from the counts of all gateways of the deploy root', async (test) => {
    const { verdict } = await verdicts(
      test,
      { 'surveys@1.0.0': counted(100, 0), 'surveys@1.1.0': counted(10, 10) },
      { 'surveys@1.1.0': counted(10, 10) },
    );
    const found = ['1.0.0', '1.1.0', '1.2.0'].map((version) => verdict('surveys', version));
    assert.deepEqual(found, ['healthy', 'failing', 'unknown']);
  });

  it('is judged against the healthy version, even when the previous one fails too', async (test) => {
    const { verdict } = await verdicts(test, {
      'surveys@1.0.0': counted(100, 1),
      'surveys@1.1.0': counted(50, 50),
      'surveys@1.2.0': counted(40, 40),
      'survey@1.3.0': counted(40, 40),
    });
    const found = ['1.0.0', '1.1.0', '1.2.0'].map((version) => verdict('surveys', version));
    assert.deepEqual(found, ['healthy', 'failing', 'failing']);
  });

  it('is unknown after few page loads of which half or more failed, and healthy once most worked', async (test) => {
    const { verdict } = await verdicts(test, {
      'a@1.0.0': counted(3, 3),
      'b@1.0.0': counted(4, 2),
      'c@1.0.0': counted(3, 1),
      'd@1.0.0': counted(1, 0),
    });
    const found = ['a', 'b', 'c', 'd'].map((name) => verdict(name, '1.0.0'));
    assert.deepEqual(found, ['unknown', 'unknown', 'healthy', 'healthy']);
  });

  it('is failing in the hour in which a version starts to fail, however well it did before', async (test) => {
    const counts = counted(10_000, 0, NOW - 3 * 60 * MINUTE_MS);
    for (let page = 0; page < 20; page += 1) countFailed(counts, NOW - 50 * MINUTE_MS, 'CHUNK_UNAVAILABLE');
    const { root, verdict } = await verdicts(test, { 'surveys@1.0.0': counts });
    assert.equal(verdict('surveys', '1.0.0'), 'failing');
    const later = await readHealth(root, NOW + 11 * MINUTE_MS);
    assert.equal(later('surveys', '1.0.0'), 'healthy');
  });

  it('is unknown without reports, or when they are damaged', async (test) => {
    const { root } = await verdicts(test, { 'surveys@1.0.0': counted(1, 0) });
    for (const text of ['{"schema":1,"versions":{"surveys@1.0.0":{"loaded":-1}}}', '{', '']) {
      await writeFile(healthFile(root, '1'), text);
      assert.deepEqual(await readCounts(root, '1'), {});
      assert.equal((await readHealth(root, NOW))('surveys', '1.0.0'), 'unknown');
    }
    assert.equal((await readHealth('/nowhere', NOW))('surveys', '1.0.0'), 'unknown');
  });
});
