import { applyTheme } from '../src/ui/theme/index.ts';

/** Display options of the gallery, kept in the URL so that every state can be linked to. */
export interface Look {
  theme: 'light' | 'dark';
  dir: 'ltr' | 'rtl';
  /** Text size (percent). */
  text: '100' | '200' | 'responsive';
}

/** Parses the display options from a query string. Unknown values fall back to the defaults. */
export function readLook(search: URLSearchParams): Look {
  const text = search.get('text');
  return {
    theme: search.get('theme') === 'dark' ? 'dark' : 'light',
    dir: search.get('dir') === 'rtl' ? 'rtl' : 'ltr',
    text: text === '200' || text === 'responsive' ? text : '100',
  };
}

/** Returns the gallery URL with these options, optionally for a single fixture. */
export function galleryUrl(look: Look, fixture?: string): string {
  const search = new URLSearchParams({ ...look, ...(fixture ? { fixture } : {}) });
  return `/?${search}`;
}

export function showLook({ theme, dir, text }: Look): void {
  applyTheme({
    theme: theme === 'dark' ? 'DARK' : 'LIGHT',
    direction: dir,
    responsiveFontSizes: text === 'responsive',
  });
  document.documentElement.style.setProperty('--font-scale', text === '200' ? '2' : '1');
}
