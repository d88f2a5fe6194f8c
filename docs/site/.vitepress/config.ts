import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from 'tools/commands/review/docs';
import { defineConfig } from 'vitepress';
import { MENU_FILE, type SiteMenu } from '../generate/site.ts';

/** The pages, which `npm run docs` writes before it builds the site. */
const PAGES = join(import.meta.dirname, '..', 'dist', 'pages');

const LOGO = readFileSync(join(PAGES, 'public', 'logo.svg'), 'utf8');
const menu: SiteMenu = JSON.parse(readFileSync(join(PAGES, MENU_FILE), 'utf8'));

export default defineConfig({
  srcDir: PAGES,
  cacheDir: join(PAGES, '..', 'cache'),
  // Works at any address: a hospital may serve it below a path of its intranet.
  base: './',
  lang: 'en-CA',
  title: 'Lodestar',
  titleTemplate: `:title · Lodestar ${menu.version}`,
  description: menu.description,
  srcExclude: ['public/**'],
  // The addresses at which the demo runs.
  ignoreDeadLinks: 'localhostLinks',
  // Inline: a relative address would no longer fit when the reader goes to a page in another folder.
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(LOGO)}` }]],
  markdown: {
    anchor: { slugify: anchorOf },
    config: ({ renderer: { rules } }) => {
      // Indented blocks are commands. Shown like fenced ones, they scroll and can be copied.
      rules.code_block = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token !== undefined) token.info = 'sh';
        return rules.fence?.(tokens, index, ...rest) ?? '';
      };
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    version: menu.version,
    nav: [
      { text: 'Guides', items: menu.guides.map(({ text, items = [] }) => ({ text, link: items[0]?.link ?? '/' })) },
      { text: 'API', link: '/api/shared-ui', activeMatch: '/api/' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: { '/api/': menu.api, '/': menu.guides },
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Guides come before the API. VitePress copies this function into the page.
          searchOptions: { boostDocument: (id: string) => (id.includes('api/shared-ui') ? 0.2 : 1) },
        },
      },
    },
    externalLinkIcon: true,
  },
});
