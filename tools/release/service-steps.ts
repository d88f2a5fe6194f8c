/**
 * Steps that `lodestar` runs as the user of the services, with their settings, in the code of the newer release:
 *
 *   node service-steps.ts check FOLDER                      # settings, and signatures of the pages
 *   node service-steps.ts activate FOLDER [BEFORE] [--back] # publishes the pages
 */
import { join } from 'node:path';
import { readArguments } from 'server-kit/command-line';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { PARTS } from '../commands/production/environments.ts';
import { readReleaseManifest } from '../commands/production/release-manifest.ts';
import { settingsProblems } from '../commands/production/settings.ts';
import type { InstalledRelease } from './installed.ts';
import { activatePages, checkPages } from './pages.ts';

async function releaseIn(folder: string): Promise<InstalledRelease> {
  const manifest = await readReleaseManifest(folder);
  if (manifest === undefined) throw new PlainError(`${folder} holds no release.`);
  return { ...manifest, folder };
}

async function check(release: InstalledRelease): Promise<void> {
  const problems = await settingsProblems(process.env, PARTS);
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  - ${problem}`).join('\n');
    throw new PlainError(
      `Release ${release.version} needs other settings:\n${lines}\nSee ${join(release.folder, 'CHANGELOG.md')}.`,
    );
  }
  await checkPages(release, process.env);
}

runCommand(async () => {
  const { positionals, values } = readArguments(process.argv.slice(2), { back: { type: 'boolean' } });
  const [step, folder = '', before] = positionals;
  const release = await releaseIn(folder);
  if (step === 'check') return check(release);
  const earlier = before === undefined ? undefined : await releaseIn(before);
  const said = await activatePages(release, earlier, { env: process.env, isBack: values.back === true });
  for (const line of said) console.log(line);
});
