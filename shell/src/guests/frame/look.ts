import { EDGE, type Look } from '../protocol.ts';

/** What the frame does differently from a page: it is as high as the form, and shows what is behind it. */
const OWN = `html, body { background: none; min-block-size: 0; overflow: hidden; }
body > div { display: flow-root; padding: ${EDGE}px; }`;

/** Language, direction, theme and size of type, as the page has them now. */
export function wear({ attributes }: Look): void {
  const root = document.documentElement;
  for (const [name, value] of attributes) root.setAttribute(name, value);
}

/** Takes over the page's style, and lays out a letter, which brings the fonts: both are done when a form is drawn. */
export function dress(css: string): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: `${css}\n${OWN}` }));
  const { body } = document;
  body.textContent = 'a';
  body.getBoundingClientRect();
  body.textContent = '';
}
