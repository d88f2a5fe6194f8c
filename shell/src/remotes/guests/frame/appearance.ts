import { type Appearance, EDGE } from '../protocol.ts';

/** Styles that differ from the page: the frame is as high as the form and transparent. */
const FRAME_STYLES = `html, body { background: none; min-block-size: 0; overflow: hidden; }
body > div { display: flow-root; padding: ${EDGE}px; }`;

/** Applies the page's current language, direction, theme and font size. */
export function applyAppearance({ attributes }: Appearance): void {
  const root = document.documentElement;
  for (const [name, value] of attributes) root.setAttribute(name, value);
}

/** Adds the page's styles and lays out one letter to load the fonts, before a form is rendered. */
export function addStyles(css: string): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: `${css}\n${FRAME_STYLES}` }));
  const { body } = document;
  body.textContent = 'a';
  body.getBoundingClientRect();
  body.textContent = '';
}
