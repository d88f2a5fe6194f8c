/** What the documents promise a reader: that a place they name is there. */

/** A place in a document that a text names: a file, and a heading in it where it names one. */
export interface Citation {
  file: string;
  anchor?: string;
}

/** A heading's address within its page, as GitHub makes it. */
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

/** Returns the places that a text cites from the repository's root, as comments do: page, `#` and anchor, or the page alone. */
export const citationsIn = (text: string): Citation[] =>
  [...text.matchAll(/\b(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)].map(([, file = '', anchor]) => ({
    file,
    ...(anchor !== undefined && { anchor }),
  }));

/** Returns the targets of a page's links, without those that lead out of the repository. */
export const linksIn = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Source files, whose names are looked for wherever they lie; and folders, which are named from the root. */
const SOURCE_FILE = /^[\w*{},./-]+\.(tsx?|[cm]js|css)$/;
const FROM_ROOT = /^[\w.-]+\/[\w*{},./-]*$/;

/**
 * Returns the paths that a page names in backticks: source files, and what begins with one of `folders`. Commands,
 * addresses and names with a gap in them (`<name>`, `…`) are none.
 */
export const pathsIn = (markdown: string, folders: ReadonlySet<string>): string[] =>
  [...withoutCode(markdown).matchAll(/`([^`\n]+)`/g)]
    .map(([, token = '']) => token)
    .filter((token) => {
      const isBelow = FROM_ROOT.test(token) && folders.has(token.split('/')[0] ?? '');
      return isBelow || SOURCE_FILE.test(token);
    });
