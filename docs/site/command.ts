import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { GALLERY_DIST } from 'shared-ui/gallery/server';
import { buildChangedGallery } from 'tools/commands/building/gallery';
import { build } from 'vitepress';
import { writeApi } from './generate/api.ts';
import { readEntries, routeOfEntry } from './generate/entries.ts';
import { llmsFull, llmsIndex } from './generate/llms.ts';
import { summaryOf } from './generate/markdown.ts';
import { allPagesOf, copyFiles, type Page, readPages, writePages } from './generate/pages.ts';
import { type Site, writeSite } from './generate/site.ts';
import { writeVersions } from './generate/versions.ts';
import { serveFolder } from './serve.ts';

const DEFAULT_PORT = 4500;
const HERE = import.meta.dirname;
/** Sources of the site, rewritten by each build. */
const PAGES = join(HERE, 'dist', 'pages');

const USAGE = `Builds the documentation as a static site, in a folder named like the version of shared-ui.

  npm run docs
    --to FOLDER      where the versions are; default: docs/site/dist/site
    --serve          builds, then serves the folder at http://localhost:${DEFAULT_PORT}
    --port PORT      with --serve`;

/** Reads the generated pages of the API. Throws PlainError if an entry has none, or exports without a docstring. */
async function readApi(): Promise<Page[]> {
  const undescribed = await writeApi(PAGES);
  if (undescribed.length > 0) {
    const names = undescribed.map(({ entry, name }) => `${name} (${entry})`).join(', ');
    throw new PlainError(`These exports need a docstring: ${names}.`);
  }
  const entries = [...(await readEntries()).keys()];
  return Promise.all(
    entries.map(async (entry) => {
      const route = routeOfEntry(entry);
      const markdown = await readFile(join(PAGES, route), 'utf8');
      return { route, title: entry, summary: summaryOf(markdown).replace(/^Entry [\w/-]+[:.] /, ''), markdown };
    }),
  );
}

/** Writes the site's sources. */
async function prepare(): Promise<Site> {
  await rm(PAGES, { recursive: true, force: true });
  const assets = join(PAGES, 'public');
  await mkdir(assets, { recursive: true });
  const { version } = JSON.parse(await readFile(join(REPO, 'shared-ui', 'package.json'), 'utf8'));
  const summary = summaryOf(await readFile(join(REPO, 'README.md'), 'utf8'));
  const { sections, copied } = await readPages();
  const site = { version, summary, sections, api: await readApi() };
  const pages = sections.flatMap(allPagesOf);
  await writePages(PAGES, pages);
  // Each page is also a Markdown file, to which llms.txt leads.
  await writePages(assets, [...pages, ...site.api]);
  await copyFiles(PAGES, copied);
  await copyFiles(assets, copied);
  await buildChangedGallery();
  await cp(GALLERY_DIST, join(assets, 'gallery'), { recursive: true });
  await writeSite(PAGES, site);
  await writeFile(join(assets, 'llms.txt'), llmsIndex(site));
  await writeFile(join(assets, 'llms-full.txt'), llmsFull(site));
  return site;
}

runCommand(async () => {
  const { values } = readArguments(process.argv.slice(2), {
    to: { type: 'string' },
    serve: { type: 'boolean' },
    port: { type: 'string', default: String(DEFAULT_PORT) },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) throw new PlainError(USAGE);
  const to = values.to === undefined ? join(HERE, 'dist', 'site') : resolveInputPath(values.to);
  const site = await prepare();
  const out = join(to, site.version);
  await build(HERE, { outDir: out });
  const newest = await writeVersions(to);
  if (newest === site.version) await writeFile(join(to, 'llms.txt'), llmsIndex(site, `${newest}/`));
  console.log(`Wrote ${out}`);
  if (values.serve) console.log(`Documentation: ${await serveFolder(to, Number(values.port))}`);
});
