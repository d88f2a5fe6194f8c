import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../../testing/fixtures.ts';
import { type Counts, countError, countFailed, countLoaded, emptyCounts, MINUTE_MS } from './counts.ts';
import { healthFile, readCounts, writeCounts } from './files.ts';
import { isFailing, readHealth } from './verdict.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

/** Returns counts of a version with `pages` page loads, of which `failing` threw on mount. */
function counted(pages: number, failing: number, now = NOW) {
  const counts = emptyCounts();
  for (let page = 0; page < pages; page += 1) countLoaded(counts, now, 300);
  for (let page = 0; page < failing; page += 1) countError(counts, now, 'RENDER_FAILED', true);
  return counts;
}

/** Returns the health of versions, which gateways have counted. */
async function verdicts(test: TestContext, versions: string[], ...gateways: Counts[]) {
  const root = await temporaryFolder(test);
  for (const [index, counts] of gateways.entries()) await writeCounts(root, `${index + 1}`, counts);
  const verdictAt = async (now: number) => {
    const health = await readHealth(root, now);
    return versions.map((version) => health(...(version.split('@') as [string, string])));
  };
  return { root, verdictAt, found: await verdictAt(NOW) };
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

  it('on one browser in a hundred: no, for 99 % of versions, checked after each of 2,000 page loads', (test) => {
    // Numerical Recipes' constants: the same browsers in every run.
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
        if (!isFailing({ pages, failing }, { pages: 0, failing: 0 })) continue;
        takenBack += 1;
        break;
      }
    }
    test.diagnostic(`one browser in a hundred: ${takenBack} of 1000 versions taken back`);
    assert.ok(takenBack <= 10, `${takenBack} of 1000`);
  });
});

describe('the health of a version', () => {
  it('is computed from the counts of all gateways, and judged against the healthy version', async (test) => {
    const one = {
      'surveys@1.0.0': counted(100, 1),
      'surveys@1.1.0': counted(10, 10),
      'surveys@1.2.0': counted(40, 40),
    };
    const other = { 'surveys@1.1.0': counted(10, 10) };
    const versions = ['surveys@1.0.0', 'surveys@1.1.0', 'surveys@1.2.0', 'surveys@1.3.0'];
    const { found } = await verdicts(test, versions, one, other);
    assert.deepEqual(found, ['healthy', 'failing', 'failing', 'unknown']);
    // Unknown after few page loads of which half or more failed.
    const few = { 'a@1.0.0': counted(3, 3), 'b@1.0.0': counted(4, 2), 'c@1.0.0': counted(3, 1) };
    assert.deepEqual((await verdicts(test, Object.keys(few), few)).found, ['unknown', 'unknown', 'healthy']);
  });

  it('is failing in the hour in which a version starts to fail, however well it did before', async (test) => {
    const counts = counted(10_000, 0, NOW - 3 * 60 * MINUTE_MS);
    for (let page = 0; page < 20; page += 1) countFailed(counts, NOW - 50 * MINUTE_MS, 'CHUNK_UNAVAILABLE');
    const { found, verdictAt } = await verdicts(test, ['surveys@1.0.0'], { 'surveys@1.0.0': counts });
    assert.deepEqual(found, ['failing']);
    assert.deepEqual(await verdictAt(NOW + 11 * MINUTE_MS), ['healthy']);
  });

  it('is unknown without reports, or when they are damaged', async (test) => {
    const { root, verdictAt } = await verdicts(test, ['surveys@1.0.0'], { 'surveys@1.0.0': counted(1, 0) });
    assert.deepEqual(await verdictAt(NOW), ['healthy']);
    for (const text of ['{"schema":1,"versions":{"surveys@1.0.0":{"loaded":-1}}}', '{', '']) {
      await writeFile(healthFile(root, '1'), text);
      assert.deepEqual(await readCounts(root, '1'), {});
      assert.deepEqual(await verdictAt(NOW), ['unknown']);
    }
    assert.equal((await readHealth('/nowhere', NOW))('surveys', '1.0.0'), 'unknown');
  });
});
