/** Finds the links, citations and paths in documents and comments, so that tests can check that they exist. */

/** A place in a document: a file, and optionally a heading in it. */
export interface Citation {
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
