import type { Look, PageFont } from './protocol.ts';

/** How the page looks now. */
export function lookOfPage(): Look {
  const { attributes } = document.documentElement;
  return { attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])) };
}

const isFont = (rule: CSSRule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule;

/** The rules of the page's linked style sheets: the tokens, and what elements look like. */
function rulesOfPage(): { rule: CSSRule; base: string }[] {
  return [...document.styleSheets].flatMap(({ href, cssRules }) =>
    href === null ? [] : [...cssRules].map((rule) => ({ rule, base: href })),
  );
}

async function fontOf({ style }: CSSFontFaceRule, base: string): Promise<PageFont> {
  const value = (name: string) => style.getPropertyValue(name);
  const [, path = ''] = /url\("?([^")]+)/.exec(value('src')) ?? [];
  const answer = await fetch(new URL(path, base));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return {
    family: value('font-family').replaceAll('"', ''),
    bytes: await answer.arrayBuffer(),
    descriptors: { weight: value('font-weight'), style: value('font-style'), unicodeRange: value('unicode-range') },
  };
}

/** What a frame wears to look like the page. A font that does not come is done without, as on a page. */
export async function wardrobe(): Promise<{ css: string; fonts: PageFont[] }> {
  const rules = rulesOfPage();
  const fonts = rules.flatMap(({ rule, base }) => (isFont(rule) ? [fontOf(rule, base)] : []));
  const css = rules.flatMap(({ rule }) => (isFont(rule) ? [] : [rule.cssText])).join('\n');
  const ended = await Promise.allSettled(fonts);
  return { css, fonts: ended.flatMap((font) => (font.status === 'fulfilled' ? [font.value] : [])) };
}
