import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishedFolder } from '../../shell/gateway/publisher.ts';
import { writeStartingPoint } from '../../shell/remote-tools/create/surveys.ts';
import { BROKEN, writeBroken, writeWatchful } from '../fixtures/broken-surveys/broken.ts';
import { test as base, expect } from '../support/fixtures.ts';
import type { Stack } from '../support/stack.ts';
import { Chromium } from './browser/launch.ts';
import { examine, type Wishes } from './examine.ts';
import { report } from './findings.ts';
import { inFolder } from './in-folder.ts';
import { takeRemote } from './source.ts';

/** Each examination opens the product some times and uses the form as people do. */
base.describe.configure({ timeout: 300_000 });

const test = base.extend<object, { chromium: Chromium }>({
  chromium: [
    // The runner wants the fixtures that this one builds on named in a pattern; this one needs none.
    async ({ browserName: _any }, use) => {
      const chromium = await Chromium.launch();
      await use(chromium);
      await chromium.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** The clauses that don't hold, and the report that says why. */
async function faultsOf(where: string, stack: Stack, chromium: Chromium, wishes?: Wishes) {
  return inFolder(async (folder) => {
    await takeRemote(where, folder);
    const findings = await examine(folder, stack, chromium, wishes);
    const faults = findings.filter(({ holds }) => holds === 'no').map(({ clause }) => clause);
    const open = findings.filter(({ holds }) => holds === 'open').length;
    return { faults, open, text: report(where, findings) };
  });
}

test('the product’s own surveys keep every clause', async ({ stack, chromium }) => {
  const folder = publishedFolder(stack.deployRoot, 'surveys', stack.builds.remotes.surveys.active);
  const { faults, open, text } = await faultsOf(folder, stack, chromium);
  expect(faults, text).toEqual([]);
  expect(open, text).toBe(0);
});

test('so does the starting point that create-remote writes, once it is built', async ({ stack, chromium }) => {
  await inFolder(async (folder) => {
    await writeStartingPoint('my-hospital', folder);
    await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: folder });
    const { faults, text } = await faultsOf(join(folder, 'dist'), stack, chromium, {
      kinds: ['discharge'],
      parts: ['versions'],
    });
    expect(faults, text).toEqual([]);
  });
});

test('one that behaves only where it sees that it is examined is found out', async ({ stack, chromium }) => {
  await inFolder(async (folder) => {
    await writeWatchful(folder, '2.2.0');
    const { faults, text } = await faultsOf(folder, stack, chromium, { kinds: ['admission'], parts: [], pace: 150 });
    expect(faults, text).toEqual(expect.arrayContaining(['drafts', 'failure', 'network']));
  });
});

for (const [place, broken] of BROKEN.entries()) {
  test(`${broken.name}: fails for that, and for nothing else`, async ({ stack, chromium }) => {
    await inFolder(async (folder) => {
      await writeBroken(broken, folder, `2.1.${place}`);
      const wishes: Wishes = { kinds: ['admission'], parts: broken.part ? [broken.part] : [] };
      const { faults, text } = await faultsOf(folder, stack, chromium, wishes);
      expect(faults.toSorted(), text).toEqual(broken.breaks.toSorted());
    });
  });
}
