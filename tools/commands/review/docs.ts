/** Finds what documents and comments cite (links, paths, tests, settings), and checks that it exists. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { REPO } from 'server-kit/paths';

/** A place in a document: a file, and optionally a heading in it. */
interface Citation {
  file: string;
  anchor?: string;
}

/** Returns a heading's anchor within its page, as GitHub generates it. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');

const withoutCode = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '');

/** Returns the anchors of all headings of a page. */
export const anchorsOf = (markdown: string): Set<string> =>
  new Set([...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** Returns the places that a text cites by path from the root, as comments do: page, `#` and anchor, or the page. */
export const citationsIn = (text: string): Citation[] =>
  [...text.matchAll(/\b(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)].map(([, file = '', anchor]) => ({
    file,
    ...(anchor !== undefined && { anchor }),
  }));

/** Returns the targets of a page's links, except those outside the repository. */
export const linksIn = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Source files, which are found by name in any folder, and paths from the root. */
const SOURCE_FILE = /^[\w*{},./-]+\.(tsx?|[cm]js|css)$/;
const FROM_ROOT = /^[\w.-]+\/[\w*{},./-]*$/;

/**
 * Returns the paths that a page names in backticks: source files, and paths that start with one of `folders`. Ignores
 * commands, URLs, and names with a placeholder (`<name>`, `…`).
 */
export const pathsIn = (markdown: string, folders: ReadonlySet<string>): string[] =>
  [...withoutCode(markdown).matchAll(/`([^`\n]+)`/g)]
    .map(([, token = '']) => token)
    .filter((token) => {
      const isBelow = FROM_ROOT.test(token) && folders.has(token.split('/')[0] ?? '');
      return isBelow || SOURCE_FILE.test(token);
    });

/** A link on a page. The target's path is relative to the repository's root. */
interface Link {
  text: string;
  file: string;
  anchor?: string;
}

/** A Markdown link: its text and target. */
export const LINK = /\[((?:[^[\]]|\[[^[\]]*\])+)\]\(([^)\s]+)\)/g;
const OUTSIDE = /^[a-z]+:/;
const TEST_FILE = /\.(test|spec)\.tsx?$/;
/** Declaration of a test with its title. A title with placeholders counts as written in the source. */
const TITLE =
  /(?:\b(?:test|it|step)\b(?!\.describe)[\w.]*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|\]\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const SETTING = /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g;

const cache = new Map<string, unknown>();

/** Computes a value from a file's text once. Returns undefined if the file does not exist. */
function ofFile<Made>(file: string, what: string, make: (text: string) => Made): Made | undefined {
  const key = `${what} ${file}`;
  if (!cache.has(key)) {
    const path = join(REPO, file);
    cache.set(key, existsSync(path) ? make(readFileSync(path, 'utf8')) : undefined);
  }
  return cache.get(key) as Made | undefined;
}

/** Returns the titles of the tests in a file's text. */
export const titlesIn = (source: string): Set<string> =>
  new Set([...source.matchAll(TITLE)].map(([, , title = '']) => title.replace(/\\(['"`])/g, '$1')));

/** Returns the links of a text that stay in the repository. @param page the text's page, relative to the root */
export const linksOf = (text: string, page: string): Link[] =>
  [...text.matchAll(LINK)]
    .filter(([, , target = '']) => !OUTSIDE.test(target))
    .map(([, words = '', target = '']) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      return { text: words, file, ...(anchor !== undefined && { anchor }) };
    });

/** Returns whether a link names a test by its title. */
export const isTest = ({ file }: Link): boolean => TEST_FILE.test(file);

/** Returns the settings that a text names in backticks. */
export const settingsOf = (text: string): string[] => [...text.matchAll(SETTING)].map(([, name = '']) => name);

/** Returns what is wrong with a link, or undefined if its test, or its document and heading, exists. */
function problemOfLink(link: Link): string | undefined {
  const { text, file, anchor } = link;
  if (!existsSync(join(REPO, file))) return `there is no ${file}`;
  if (isTest(link))
    return ofFile(file, 'titles', titlesIn)?.has(text) ? undefined : `${file} has no test with the title "${text}"`;
  if (anchor === undefined) return undefined;
  return ofFile(file, 'anchors', anchorsOf)?.has(anchor) ? undefined : `${file} has no heading #${anchor}`;
}

/** Returns what is wrong with a setting, or undefined if the operator's page lists it. */
export function problemOfSetting(name: string): string | undefined {
  const listed = ofFile('docs/run-it.md', 'settings', (text) => new Set(settingsOf(text)));
  return listed?.has(name) ? undefined : `docs/run-it.md does not list the setting ${name}`;
}

/** Returns everything that a text cites but that does not exist. @param page the text's page, relative to the root */
export const problemsOfText = (text: string, page: string): string[] =>
  [...linksOf(text, page).map(problemOfLink), ...settingsOf(text).map(problemOfSetting)].filter(
    (problem) => problem !== undefined,
  );

/** A script of a package.json; without a workspace, of the root's. */
export interface NpmScript {
  script: string;
  workspace?: string;
}

/** Returns the npm scripts that a page names, in text or in commands. */
export const npmScriptsIn = (markdown: string): NpmScript[] =>
  [...markdown.matchAll(/\bnpm (?:run (?:-s )?([\w-]+)|(start|test)\b)(?: -w ([\w-]+))?/g)].map(
    ([, named, short, workspace]) => ({ script: named ?? short ?? '', ...(workspace !== undefined && { workspace }) }),
  );

/** Returns the source files that a page's commands name: lines that start with `npx`, `node` or `cd`. */
export const filesInCommands = (markdown: string): string[] =>
  [...markdown.matchAll(/^ *(?:npx|node|cd) .+$/gm)].flatMap(([line]) =>
    [...line.matchAll(/(?<=[ '])[\w-]+(?:\/[\w*.-]+)+\.(?:tsx?|[cm]js)(?=[ '\n]|$)/g)].map(([path]) => path),
  );
