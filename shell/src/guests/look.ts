import type { Look } from './protocol.ts';

/** How the page looks now. Type that grows with the screen grows with the page's width, not with the frame's. */
export function lookOfPage(): Look {
  const { documentElement: root } = document;
  const attributes = [...root.attributes].map(({ name, value }): [string, string] => [name, value]);
  return { attributes: [...attributes, ['style', `font-size: ${getComputedStyle(root).fontSize}`]] };
}

/** The bytes as an address, encoded by the browser itself, not byte by byte in script. */
const addressOf = (bytes: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(bytes);
  });

/** A rule as a text; a font brings its bytes along, as the frame can't fetch any. Rejects where they don't come. */
async function textOf(rule: CSSRule, base: string): Promise<string> {
  const { cssText } = rule;
  const [, path] = /^@font-face.*?url\("?([^")]+)/s.exec(cssText) ?? [];
  if (path === undefined) return cssText;
  const answer = await fetch(new URL(path, base));
  return cssText.replace(path, await addressOf(await answer.blob()));
}

/**
 * What a frame wears to look like the page: the rules of its linked style sheets. A font that does not come is done without,
 * as on a page.
 */
export async function wardrobe(): Promise<string> {
  const texts = [...document.styleSheets].flatMap(({ href, cssRules }) =>
    href === null ? [] : [...cssRules].map((rule) => textOf(rule, href).catch(() => '')),
  );
  return (await Promise.all(texts)).join('\n');
}
