import './tokens.css';

/** The person's choices about how things look; the part of the kept settings that the theme reads. */
export interface ThemeSettings {
  theme: 'LIGHT' | 'DARK';
  direction: 'ltr' | 'rtl';
  /** Lets type grow with the width of the screen (up to 115 %). */
  responsiveFontSizes: boolean;
}

/**
 * Puts the look on the page: attributes of the root element that the tokens' style sheet reads. No component
 * renders again for it. Also keeps the browser's own bar (`meta[name=theme-color]`) in the page's colour.
 */
export function applyTheme({ theme, direction, responsiveFontSizes }: ThemeSettings): void {
  const root = document.documentElement;
  root.dataset.theme = theme === 'DARK' ? 'dark' : 'light';
  root.dir = direction;
  root.dataset.text = responsiveFontSizes ? 'responsive' : 'fixed';
  paintBrowserBar(root);
}

function paintBrowserBar(root: HTMLElement): void {
  const page = getComputedStyle(root).getPropertyValue('--page').trim();
  if (!page) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = page;
}
