import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { allFilesOf, filesOf, routeOf, SECTIONS } from '../navigation.ts';
import { rewriteLinks, summaryOf, type Target, titleOf, withoutDiagrams } from './markdown.ts';

/** A page of the site. */
export interface Page {
  /** Path on the site, with `.md`. */
  route: string;
  title: string;
  summary: string;
  markdown: string;
}

/** Pages of one reader. */
export interface PageSection {
  title: string;
  summary: string;
  pages: Page[];
  folders: { title: string; pages: Page[] }[];
}

export const allPagesOf = ({ pages, folders }: PageSection): Page[] => [
  ...pages,
  ...folders.flatMap((folder) => folder.pages),
];

/** Documents other than pages that the site contains, for readers without the repository. */
const COPIED = /^docs\/[\w./-]+(?<!\.md)$/;

const relativeTo = (from: string, to: string) => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

/** Returns where a file that is copied to the site is, from the site's root. */
const copyOf = (file: string) => `files/${file.replace(/^docs\//, '')}`;

/** Reads the pages. Their links lead to these pages and to copied files; other files are named, with their path. */
export async function readPages(from = SECTIONS): Promise<{ sections: PageSection[]; copied: Set<string> }> {
  const routes = new Map(from.flatMap(allFilesOf).map((file) => [file, routeOf(file)]));
  const copied = new Set<string>();

  function linkOn(page: string, { text, file, anchor }: Target): string {
    const origin = routeOf(page);
    const route = routes.get(file) ?? routes.get(posix.join(file, 'README.md'));
    if (route !== undefined) return `[${text}](${relativeTo(origin, route)}${anchor})`;
    if (!existsSync(join(REPO, file))) throw new PlainError(`${page} has a link to ${file}, which does not exist.`);
    if (!COPIED.test(file)) return `${text} (\`${file}\`)`;
    copied.add(file);
    return `[${text}](${relativeTo(origin, copyOf(file))})`;
  }

  async function readPage(file: string): Promise<Page> {
    const source = await readFile(join(REPO, file), 'utf8');
    const markdown = withoutDiagrams(rewriteLinks(source, file, (target) => linkOn(file, target)));
    return { route: routeOf(file), title: titleOf(source), summary: summaryOf(source), markdown };
  }

  const readAll = (files: readonly string[]) => Promise.all(files.map(readPage));
  const sections = from.map(async ({ title, summary, files, folders = [] }) => ({
    title,
    summary,
    pages: await readAll(files),
    folders: await Promise.all(
      folders.map(async (each) => ({ title: each.title, pages: await readAll(filesOf(each.folder)) })),
    ),
  }));
  return { sections: await Promise.all(sections), copied };
}

/** Writes pages below a folder. */
export async function writePages(folder: string, pages: readonly Page[]): Promise<void> {
  for (const { route, markdown } of pages) {
    await mkdir(dirname(join(folder, route)), { recursive: true });
    await writeFile(join(folder, route), markdown);
  }
}

/** Copies files of the repository to where the pages' links expect them, below the site's root. */
export async function copyFiles(folder: string, files: Iterable<string>): Promise<void> {
  for (const file of files) await cp(join(REPO, file), join(folder, copyOf(file)), { recursive: true });
}
