/** Reads and rewrites the Markdown of the pages. */
import { posix } from 'node:path';
import { LINK } from 'tools/commands/review/docs';

const FENCED = /(^```[\s\S]*?^```[^\n]*$)/m;
const OUTSIDE = /^[a-z]+:/;

/** Applies a change to the text outside fenced code. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}

/** The target of a link on a page. */
export interface Target {
  text: string;
  /** Path from the repository's root. */
  file: string;
  /** With `#`, or empty. */
  anchor: string;
}

/** Replaces every link of a page that stays in the repository, and keeps the others. */
export function rewriteLinks(markdown: string, page: string, replace: (target: Target) => string): string {
  return outsideCode(markdown, (part) =>
    part.replace(LINK, (link, text: string, url: string) => {
      const [path = '', anchor] = url.split('#');
      if (OUTSIDE.test(url) || path === '') return link;
      return replace({
        text,
        file: posix.join(posix.dirname(page), path),
        anchor: anchor === undefined ? '' : `#${anchor}`,
      });
    }),
  );
}

const withoutMarkup = (text: string) =>
  text
    .replace(LINK, (_, words: string) => words)
    .replace(/[`*_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the page's first heading, without markup. */
export const titleOf = (markdown: string): string => withoutMarkup(markdown.match(/^# (.+)$/m)?.[1] ?? '');

/** Returns the first sentence of the page's first paragraph, without markup. */
export function summaryOf(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((part) => /^[^#\s>|`<!-]/.test(part)) ?? '';
  return (
    withoutMarkup(paragraph)
      .match(/^.+?[.:](?= |$)/)?.[0]
      .replace(/:$/, '.') ?? ''
  );
}

const NODE = /^\s*(?:subgraph )?(\w+)\[\(?"([^"]+)"\)?\]/;
const EDGE = /^\s*(\w+)\s*--(?:\s*"([^"]+)"\s*--)?>\s*(\w+)\s*$/;

/** Returns a table of a Mermaid flowchart's connections: the site draws no diagrams. */
function connectionsOf(flowchart: string): string {
  const lines = flowchart.split('\n');
  const names = namesIn(lines);
  const rows = lines.flatMap((line) => {
    const [, from = '', label = '', to = ''] = EDGE.exec(line) ?? [];
    return from === '' ? [] : [`| ${names.get(from) ?? from} | ${names.get(to) ?? to} | ${label} |`];
  });
  return ['| from | to | what |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Maps the nodes' ids to their labels. */
function namesIn(lines: readonly string[]): Map<string, string> {
  const nodes = lines.map((line) => NODE.exec(line)).filter((node) => node !== null);
  return new Map(nodes.map(([, id = '', name = '']) => [id, name]));
}

/** Replaces Mermaid flowcharts by tables. */
export const withoutDiagrams = (markdown: string): string =>
  markdown.replace(/^```mermaid\n([\s\S]*?)^```$/gm, (_, flowchart: string) => connectionsOf(flowchart));
