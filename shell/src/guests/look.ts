import type { Look } from './protocol.ts';

/** How the page looks now. Type that grows with the screen grows with the page's width, not with the frame's. */
export function lookOfPage(): Look {
  const { documentElement: root } = document;
  const attributes = [...root.attributes].map(({ name, value }): [string, string] => [name, value]);
  return { attributes: [...attributes, ['style', `font-size: ${getComputedStyle(root).fontSize}`]] };
}

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** A rule as a text; a font brings its bytes along, as the frame can't fetch any. Rejects where they don't come. */
async function textOf(rule: CSSRule, base: string): Promise<string> {
  const { cssText } = rule;
  const [, path] = rule instanceof CSSFontFaceRule ? (/url\("?([^")]+)/.exec(cssText) ?? []) : [];
  if (path === undefined) return cssText;
  const answer = await fetch(new URL(path, base));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return cssText.replace(path, `data:font/woff2;base64,${base64(new Uint8Array(await answer.arrayBuffer()))}`);
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
