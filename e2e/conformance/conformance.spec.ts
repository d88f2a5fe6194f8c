import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright/test';
import type { SurveyKind } from 'shared-ui/contract';
import { REPO } from '../../shell/gateway/paths.ts';
import { publishedFolder } from '../../shell/gateway/publisher.ts';
import { writeStartingPoint } from '../../shell/remote-tools/create/surveys.ts';
import { BROKEN, writeBroken } from '../fixtures/broken-surveys/broken.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Stack } from '../support/stack.ts';
import { examine } from './examine.ts';
import { report } from './findings.ts';
import { inFolder } from './in-folder.ts';
import { takeRemote } from './source.ts';

/** Each examination opens the product once and mounts the remote some hundred times. */
test.describe.configure({ timeout: 180_000 });

/** The clauses that don't hold, and the report that says why. */
async function faultsOf(where: string, stack: Stack, browser: Browser, kinds?: SurveyKind[]) {
  return inFolder(async (folder) => {
    await takeRemote(where, folder);
    const findings = await examine(folder, stack, browser, kinds);
    const faults = findings.filter(({ holds }) => holds === 'no').map(({ clause }) => clause);
    const open = findings.filter(({ holds }) => holds === 'open').length;
    return { faults, open, text: report(where, findings) };
  });
}

test('the product’s own surveys keep every clause', async ({ stack, browser }) => {
  const folder = publishedFolder(stack.deployRoot, 'surveys', stack.builds.remotes.surveys.active);
  const { faults, open, text } = await faultsOf(folder, stack, browser);
  expect(faults, text).toEqual([]);
  expect(open, text).toBe(0);
});

test('so does one without any framework', async ({ stack, browser }) => {
  const { faults, open, text } = await faultsOf(join(REPO, 'e2e', 'fixtures', 'plain-survey'), stack, browser);
  expect(faults, text).toEqual([]);
  expect(open, text).toBe(0);
});

test('so does the starting point that create-remote writes, once it is built', async ({ stack, browser }) => {
  await inFolder(async (folder) => {
    await writeStartingPoint('my-hospital', folder);
    await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: folder });
    const { faults, open, text } = await faultsOf(join(folder, 'dist'), stack, browser);
    expect(faults, text).toEqual([]);
    expect(open, text).toBe(0);
  });
});

for (const [place, broken] of BROKEN.entries()) {
  test(`${broken.name}: fails for that, and for nothing else`, async ({ stack, browser }) => {
    await inFolder(async (folder) => {
      await writeBroken(broken, folder, `2.1.${place}`);
      const { faults, text } = await faultsOf(folder, stack, browser, ['admission']);
      expect(faults.toSorted(), text).toEqual(broken.breaks.toSorted());
    });
  });
}
