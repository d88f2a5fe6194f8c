/** Writes the site's texts for language models, in the form of llmstxt.org. */
import { allPagesOf, type Page, type PageSection } from './pages.ts';

/** Returns a list of links to the Markdown of pages. @param base address of the site's root, relative to the list */
const listOf = (pages: readonly Page[], base: string): string =>
  pages
    .map(({ title, route, summary }) => `- [${title}](${base}${route})${summary === '' ? '' : `: ${summary}`}`)
    .join('\n');

interface Contents {
  version: string;
  summary: string;
  sections: readonly PageSection[];
  api: readonly Page[];
}

/** Returns `llms.txt`: every page with its address and first sentence. Pages of folders are optional reading. */
export function llmsIndex({ version, summary, sections, api }: Contents, base = ''): string {
  const parts = [
    `# Lodestar ${version}`,
    `> ${summary}`,
    ...sections.flatMap(({ title, pages }) => [`## ${title}`, listOf(pages, base)]),
    ...(api.length > 0 ? ['## API of shared-ui', listOf(api, base)] : []),
  ];
  const optional = sections.flatMap(({ folders }) => folders.flatMap(({ pages }) => pages));
  if (optional.length > 0) parts.push('## Optional', listOf(optional, base));
  return `${parts.join('\n\n')}\n`;
}

/** Returns `llms-full.txt`: the text of every page, each after a line with its address. */
export function llmsFull({ version, summary, sections, api }: Contents): string {
  const pages = [...sections.flatMap(allPagesOf), ...api];
  const texts = pages.map(({ route, markdown }) => `<!-- ${route} -->\n\n${markdown.trim()}`);
  return `${[`# Lodestar ${version}`, `> ${summary}`, ...texts].join('\n\n')}\n`;
}
