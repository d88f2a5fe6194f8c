import './tokens.css';
import { keyframes } from 'styled-components';

const TEXT_SIZES = ['PHONE', 'LARGE', 'LARGER', 'LARGEST'] as const;

/** The phone's own text size, or one of three larger ones (`tokens.css`). */
export type TextSize = (typeof TEXT_SIZES)[number];

export const isTextSize = (value: unknown): value is TextSize => TEXT_SIZES.some((size) => size === value);

/** The person's display settings; the part of the saved settings that the theme reads. */
interface ThemeSettings {
  theme: 'LIGHT' | 'DARK';
  /** `rtl` mirrors the page in every language. */
  direction: 'ltr' | 'rtl';
  /** Scales text with the width of the screen (up to 115 %). */
  responsiveFontSizes: boolean;
  textSize?: TextSize;
}

/**
 * Sets attributes of the root element that the tokens' style sheet reads. No component re-renders. Also keeps the
 * browser's own bar (`meta[name=theme-color]`) in the page's colour.
 */
export function applyTheme({ theme, direction, responsiveFontSizes, textSize = 'PHONE' }: ThemeSettings): void {
  const root = document.documentElement;
  root.dataset.theme = theme === 'DARK' ? 'dark' : 'light';
  root.dir = direction;
  root.dataset.text = responsiveFontSizes ? 'responsive' : 'fixed';
  root.dataset.textSize = textSize.toLowerCase();
  paintBrowserBar(root);
}

function paintBrowserBar(root: HTMLElement): void {
  const page = getComputedStyle(root).getPropertyValue('--page').trim();
  if (!page) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = page;
}

const PHONE_IS_DARK = '(prefers-color-scheme: dark)';

/** Returns the theme that the phone's own setting asks for; light if the browser can't say. */
export function phoneTheme(): ThemeSettings['theme'] {
  return globalThis.matchMedia?.(PHONE_IS_DARK).matches ? 'DARK' : 'LIGHT';
}

export function onPhoneThemeChange(onChange: () => void): void {
  globalThis.matchMedia?.(PHONE_IS_DARK).addEventListener('change', onChange);
}

/*
 * Queries of the frame's container for styled-components. Unlike media queries, their `rem` includes the text size that
 * the person chose: a phone is a short, narrow screen when its text is large.
 */

/** Where fixed bars have to shrink: text of 1.5 times its size on most phones, or a phone held sideways. */
export const SHORT_SCREEN = '@container screen (max-block-size: 34rem)';

/** The smallest phones with normal text, others with large text. */
export const NARROW_SCREEN = '@container screen (max-inline-size: 21rem)';

/** Where a line has room for one or two words: text of twice its size on a phone. */
export const TINY_SCREEN = '@container screen (max-inline-size: 16rem)';

/** Fades in: 0.2 s (docs/product-rules.md#constants). */
export const fadeIn = keyframes`from { opacity: 0 }`;

/** Slides up from the bottom edge: the profile panel and the toast. */
export const riseIn = keyframes`from { transform: translateY(100%) }`;

/**
 * Returns whether the person prefers reduced motion. True if the browser can't say, as nothing is lost without motion.
 */
export function prefersStillness(): boolean {
  return typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
