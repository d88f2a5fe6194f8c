import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import type { Page, PageSection } from './pages.ts';

/** What the configuration of VitePress and the first page are made from. */
export interface Site {
  version: string;
  summary: string;
  sections: readonly PageSection[];
  api: readonly Page[];
}

interface MenuItem {
  text: string;
  link?: string;
  items?: MenuItem[];
  collapsed?: boolean;
}

/** Title, menu and side bar of a built site, as the configuration of VitePress reads them. */
export interface SiteMenu {
  version: string;
  description: string;
  guides: MenuItem[];
  api: MenuItem[];
}

/** File with the menu, in the folder of the pages. */
export const MENU_FILE = 'menu.json';

const linkTo = ({ title, route }: Page): MenuItem => ({ text: title, link: `/${route.replace(/(index)?\.md$/, '')}` });

/** Returns the menus of a site. */
export const menuOf = ({ version, summary, sections, api }: Site): SiteMenu => ({
  version,
  description: summary,
  guides: sections.map(({ title, pages, folders }) => ({
    text: title,
    collapsed: true,
    items: [
      ...pages.map(linkTo),
      ...folders.map((folder) => ({ text: folder.title, collapsed: true, items: folder.pages.map(linkTo) })),
    ],
  })),
  api: [{ text: 'API of shared-ui', items: api.map(linkTo) }],
});

const linksTo = (pages: readonly Page[]): string =>
  pages.map(({ title, route }) => `- [${title}](./${route})`).join('\n');

/** Returns the first page: a card for each reader, with links to the pages. */
function homePage({ version, summary, sections }: Site): string {
  const cards = sections.map(({ title, summary: contents, pages, folders }) => {
    const indexes = folders.flatMap((folder) => folder.pages.slice(0, 1));
    return `<section>\n\n## ${title}\n\n${contents}\n\n${linksTo([...pages, ...indexes])}\n\n</section>`;
  });
  return `---
sidebar: false
aside: false
prev: false
next: false
---

# Lodestar documentation

${summary} This is the documentation of version ${version}. For language models: [llms.txt](./llms.txt){target=_self},
[llms-full.txt](./llms-full.txt){target=_self}.

<div class="readers">

${cards.join('\n\n')}

</div>
`;
}

const GALLERY_PAGE = `---
aside: false
---

# Component gallery

Every component of shared-ui in every state, as users see it. [Open it in its own window](./gallery/index.html){target=_blank}
to link to one component, or to try right-to-left text and larger type. The [API](./api/shared-ui.md) describes the
properties.

<ComponentGallery />
`;

/** Returns the logo of the brand as an SVG file. */
async function logo(): Promise<string> {
  const { logo: path, colours } = JSON.parse(await readFile(join(REPO, 'shell', 'brand.json'), 'utf8'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${colours.theme}"/><path transform="translate(3 3) scale(.75)" fill="${colours.star}" d="${path}"/></svg>\n`;
}

/** Returns the design tokens of the product for the classes by which VitePress switches between light and dark. */
async function tokens(): Promise<string> {
  const css = await readFile(join(REPO, 'shared-ui', 'src', 'ui', 'theme', 'tokens.css'), 'utf8');
  const ruleOf = (selector: string) => {
    const start = css.indexOf(`${selector} {`);
    return css.slice(css.indexOf('{', start), css.indexOf('}', start) + 1);
  };
  return `:root ${ruleOf('[data-theme="light"]')}\n\n.dark ${ruleOf('[data-theme="dark"]')}\n`;
}

/** Writes everything that VitePress needs besides the pages themselves. */
export async function writeSite(folder: string, site: Site): Promise<void> {
  await writeFile(join(folder, MENU_FILE), JSON.stringify(menuOf(site)));
  await writeFile(join(folder, 'index.md'), homePage(site));
  await writeFile(join(folder, 'gallery.md'), GALLERY_PAGE);
  await writeFile(join(folder, 'tokens.css'), await tokens());
  await writeFile(join(folder, 'public', 'logo.svg'), await logo());
}
