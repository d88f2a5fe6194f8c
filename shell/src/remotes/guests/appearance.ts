import type { Appearance } from './protocol.ts';

/**
 * Returns the page's current appearance. The font size is resolved here: it depends on the page's width, not the
 * frame's.
 */
export function pageAppearance(): Appearance {
  const { documentElement: root } = document;
  const attributes = [...root.attributes].map(({ name, value }): [string, string] => [name, value]);
  return { attributes: [...attributes, ['style', `font-size: ${getComputedStyle(root).fontSize}`]] };
}

/** Returns the bytes as a data URL, encoded natively by the browser. */
const dataUrlOf = (bytes: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(bytes);
  });

/**
 * Returns a CSS rule as text with its font inlined, as the frame can't fetch one. Rejects if the font fails to load.
 */
async function textOf(rule: CSSRule, base: string): Promise<string> {
  const { cssText } = rule;
  const [, path] = /^@font-face.*?url\("?([^")]+)/s.exec(cssText) ?? [];
  if (path === undefined) return cssText;
  const response = await fetch(new URL(path, base));
  return cssText.replace(path, await dataUrlOf(await response.blob()));
}

/**
 * Returns the styles copied into the frame: the rules of the page's linked style sheets. Fonts that fail to load are
 * left out.
 */
export async function collectStyles(): Promise<string> {
  const texts = [...document.styleSheets].flatMap(({ href, cssRules }) =>
    href === null ? [] : [...cssRules].map((rule) => textOf(rule, href).catch(() => '')),
  );
  return (await Promise.all(texts)).join('\n');
}
