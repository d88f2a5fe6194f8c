import { EDGE, type Look, type PageFont, type Start } from '../protocol.ts';

/** What the frame does differently from a page: it is as high as the form, and shows what is behind it. */
const OWN = `html, body { background: none; min-block-size: 0; overflow: hidden; }
body > div { display: flow-root; padding: ${EDGE}px; }`;

/** Language, direction, theme and size of type, as the page has them now. */
export function wear({ attributes }: Look): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
}

function addFont({ family, bytes, descriptors }: PageFont): void {
  document.fonts.add(new FontFace(family, bytes, descriptors));
}

/** Looks like the page, before the form draws anything. */
export function dress({ look, css, fonts }: Start): void {
  wear(look);
  document.head.append(Object.assign(document.createElement('style'), { textContent: `${css}\n${OWN}` }));
  for (const font of fonts) addFont(font);
}
