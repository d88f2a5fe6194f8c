/** Evidence on a page of the review: tests by title, settings, and places in documents. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { REPO } from '../../../gateway/common/paths.ts';
import { anchorsOf } from './docs.ts';

/** A link on a page. The target's path is relative to the repository's root. */
export interface Link {
  text: string;
  file: string;
  anchor?: string;
}

/** A Markdown link: its text and target. */
export const LINK = /\[((?:[^[\]]|\[[^[\]]*\])+)\]\(([^)\s]+)\)/g;
const OUTSIDE = /^[a-z]+:/;
const TEST_FILE = /\.(test|spec)\.tsx?$/;
/** Declaration of a test with its title. A title with placeholders counts as written in the source. */
const TITLE = /(?:\b(?:test|it|step)\b[\w.]*(?:\([^()]*\))?|\]\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
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
export function problemOfLink(link: Link): string | undefined {
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
