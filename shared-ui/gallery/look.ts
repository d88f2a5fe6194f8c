import { applyTheme } from '../src/ui/theme/index.ts';

/** How the gallery shows its components; kept in the address, so that every state has a URL. */
export interface Look {
  theme: 'light' | 'dark';
  dir: 'ltr' | 'rtl';
  /** Size of type, in per cent. */
  text: '100' | '200' | 'responsive';
}

/** The look that the address asks for. */
export function readLook(search: URLSearchParams): Look {
  const text = search.get('text');
  return {
    theme: search.get('theme') === 'dark' ? 'dark' : 'light',
    dir: search.get('dir') === 'rtl' ? 'rtl' : 'ltr',
    text: text === '200' || text === 'responsive' ? text : '100',
  };
}

/** The address of the gallery in this look, with one fixture alone if it is named. */
export function galleryUrl(look: Look, fixture?: string): string {
  const search = new URLSearchParams({ ...look, ...(fixture ? { fixture } : {}) });
  return `/?${search}`;
}

/** Puts the look on the page. */
export function showLook({ theme, dir, text }: Look): void {
  applyTheme({
    theme: theme === 'dark' ? 'DARK' : 'LIGHT',
    direction: dir,
    responsiveFontSizes: text === 'responsive',
  });
  document.documentElement.style.setProperty('--font-scale', text === '200' ? '2' : '1');
}
