import { readFileSync } from 'node:fs';
import path from 'node:path';
import { applyTheme } from './theme.ts';

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');

/** Returns the declarations of the first rule with this selector. */
function rule(selector: string): string[] {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return body.split(';').flatMap((line) => (line.trim() ? [line.trim()] : []));
}

describe('applyTheme', () => {
  it('only sets attributes of the root element', () => {
    applyTheme({ theme: 'DARK', direction: 'rtl', responsiveFontSizes: true, textSize: 'LARGEST' });
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', text: 'responsive', textSize: 'largest' });
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    applyTheme({ theme: 'LIGHT', direction: 'ltr', responsiveFontSizes: false, textSize: 'PHONE' });
    expect(document.documentElement.dataset).toMatchObject({ theme: 'light', text: 'fixed', textSize: 'phone' });
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
  });

  it.each([
    ['large', '1.2'],
    ['larger', '1.5'],
    ['largest', '2'],
  ])('has a scale for the text size "%s"', (size, scale) => {
    expect(rule(`[data-text-size="${size}"]`)).toEqual([`--font-scale: ${scale}`]);
  });

  it("paints the browser's own bar in the page's colour", () => {
    document.head.innerHTML = '<meta name="theme-color" content="#000000"><style>:root { --page: #f7f4ee }</style>';
    applyTheme({ theme: 'LIGHT', direction: 'ltr', responsiveFontSizes: false, textSize: 'PHONE' });
    expect(document.querySelector('meta')).toHaveAttribute('content', '#f7f4ee');
  });
});

describe('theme tokens', () => {
  it('use the dark theme on a dark device before any script has run', () => {
    expect(rule('html:not([data-theme])')).toEqual(rule('[data-theme="dark"]'));
  });

  it.each(['light', 'dark'])(
    'contain the same colours and shadows in the %s theme, and nothing else, so the layout is the same',
    (theme) => {
      const colour = String.raw`(#[\da-f]{6}|rgb\(\d+ \d+ \d+ / [\d.]+\))`;
      const shadow = String.raw`(0 -?\d+(px)? \d+px ${colour}(, )?)+`;
      const [scheme, ...tokens] = rule(`[data-theme="${theme}"]`);
      expect(scheme).toBe(`color-scheme: ${theme}`);
      const names = (selector: string) => rule(selector).map((line) => line.split(':')[0]);
      expect(names(`[data-theme="${theme}"]`)).toEqual(names('[data-theme="light"]'));
      for (const token of tokens) expect(token).toMatch(new RegExp(`^--[\\w-]+: (${colour}|${shadow})$`));
    },
  );
});
