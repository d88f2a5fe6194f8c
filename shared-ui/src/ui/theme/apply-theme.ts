import './tokens.css';

/** The person's display settings; the part of the saved settings that the theme reads. */
export interface ThemeSettings {
  theme: 'LIGHT' | 'DARK';
  direction: 'ltr' | 'rtl';
  /** Scales text with the width of the screen (up to 115 %). */
  responsiveFontSizes: boolean;
}

/**
 * Sets attributes of the root element that the tokens' style sheet reads. No component re-renders. Also keeps the
 * browser's own bar (`meta[name=theme-color]`) in the page's colour.
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
