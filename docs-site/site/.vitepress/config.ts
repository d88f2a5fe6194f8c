import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../../tools/commands/review/docs.ts';
import { MENU_FILE, type SiteMenu } from '../../generate/site.ts';

/** The pages, which `npm run docs` writes before it builds the site. */
const PAGES = join(import.meta.dirname, '..', '..', 'dist', 'pages');

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
  transformHead: ({ page }) => [
    [
      'link',
      { rel: 'icon', type: 'image/svg+xml', href: posix.join(posix.relative(posix.dirname(page), '.'), 'logo.svg') },
    ],
  ],
  markdown: { anchor: { slugify: anchorOf } },
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
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
});
