import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { PackageCopy } from '../../e2e/support/hospital/package-copy.ts';
import { dataRoot } from '../../gateway/common/paths.ts';
import { keyForBuild } from '../../gateway/trust/signing-key.ts';
import { developInRemoteShell } from '../commands/development/remote-shell/command.ts';
import type { Verdict } from './budgets.ts';
import { quantile } from './statistics.ts';

const EDITS = 20;
/** Maximum median time from saving a file to the changed text on the page (ms). */
const EDIT_MS = 2_000;

const TEXTS = 'src/locales/en.json';
const WELCOME = 'Welcome to {{name}}';

/**
 * Measures the time from saving a file of a remote to the change on the open page. Every other edit replaces the file by
 * a rename, as most editors do.
 * @param shell address of a demo on this machine, which shows the remote
 * @returns the time of each edit (ms)
 */
export async function measureEdits(browser: Browser, shell: string): Promise<number[]> {
  const home = await mkdtemp(join(dataRoot(process.env), 'bench-edit-'));
  const env = { DATA_ROOT: home };
  const { folder } = await PackageCopy.make('onboarding-mfe', join(home, 'onboarding-mfe'));
  const key = await keyForBuild(env, 'onboarding');
  const project = { env, name: 'onboarding', folder, dependsOn: [] };
  const developing = await developInRemoteShell({ ...project, shell, minutes: 60, key, print: () => undefined });
  const page = await browser.newPage();
  try {
    await page.goto(await developing.link);
    const file = join(folder, TEXTS);
    const original = await readFile(file, 'utf8');
    const times: number[] = [];
    for (let edit = 0; edit < EDITS; edit++) {
      const heading = page.getByRole('heading', { name: `Edit ${edit}.` });
      const saved = edit % 2 === 0 ? file : `${file}~`;
      const start = performance.now();
      await writeFile(saved, original.replace(WELCOME, `Edit ${edit}.`));
      if (saved !== file) await rename(saved, file);
      await heading.waitFor();
      times.push(performance.now() - start);
    }
    return times;
  } finally {
    await page.close();
    await developing.end();
    await rm(home, { recursive: true, force: true });
  }
}

/** Checks whether a change is on the page soon after it was saved. */
export function judgeEdits(times: number[]): Verdict {
  const median = quantile(times, 0.5);
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
  return {
    aim: `${EDITS} edits of a remote under development, half of them by a rename: median until on the page <= ${EDIT_MS} ms`,
    found: `${Math.round(median)} ms (${Math.round(fastest)} to ${Math.round(slowest)} ms)`,
    ok: median <= EDIT_MS,
  };
}
