import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { SECTIONS } from '../navigation.ts';
import { llmsIndex } from './llms.ts';
import { summaryOf } from './markdown.ts';
import { allPagesOf, readPages, writePages } from './pages.ts';

/** Writes the guides for teams in other repositories into `docs` of a package's folder, and their list, `llms.txt`. */
export async function writeTeamDocs(folder: string, version: string): Promise<void> {
  const { sections } = await readPages(SECTIONS.filter(({ isForTeams }) => isForTeams));
  const summary = summaryOf(await readFile(join(REPO, 'README.md'), 'utf8'));
  await writePages(join(folder, 'docs'), sections.flatMap(allPagesOf));
  await writeFile(join(folder, 'llms.txt'), llmsIndex({ version, summary, sections, api: [] }, 'docs/'));
}
