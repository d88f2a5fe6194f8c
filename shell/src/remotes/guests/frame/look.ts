import { EDGE, type Look } from '../protocol.ts';

/** Styles that differ from the page: the frame is as high as the form and transparent. */
const OWN = `html, body { background: none; min-block-size: 0; overflow: hidden; }
body > div { display: flow-root; padding: ${EDGE}px; }`;

/** Applies the page's current language, direction, theme and font size. */
export function wear({ attributes }: Look): void {
  const root = document.documentElement;
  for (const [name, value] of attributes) root.setAttribute(name, value);
}

/** Adds the page's styles and lays out one letter to load the fonts, before a form is rendered. */
export function dress(css: string): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: `${css}\n${OWN}` }));
  const { body } = document;
  body.textContent = 'a';
  body.getBoundingClientRect();
  body.textContent = '';
}
