import { escapeHtml } from 'server-kit/http';

/** Markup that is safe to send: everything in it that came from elsewhere is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may contain; text is escaped, and `false` and `undefined` are left out. */
export type Part = Html | string | number | false | undefined | readonly Part[];

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(markupOf).join('') : escapeHtml(String(part));
}

/** Template tag that returns markup, with every other value escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + markupOf(parts[index])).join(''));
}

/** Strokes of the icons in a 24 by 24 box. */
const ICONS = {
  check: '<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.7 2.7L16 9.8"/>',
  trial: '<circle cx="12" cy="12" r="9"/><path d="M12 3v9l6.4 6.4" />',
  fallback: '<path d="M12 3 4.5 6v5.5c0 4.4 3 7.9 7.5 9.5 4.5-1.6 7.5-5.1 7.5-9.5V6z"/>',
  unused: '<rect x="3.5" y="4" width="17" height="5" rx="1"/><path d="M5 9v10.5h14V9M10 13h4"/>',
  revoked: '<circle cx="12" cy="12" r="9"/><path d="m5.7 5.7 12.6 12.6"/>',
  warning: '<path d="M12 3.5 2.5 20h19zM12 10v4.5M12 17.2v.1"/>',
  unknown: '<circle cx="12" cy="12" r="9"/><path d="M9.5 9.3a2.6 2.6 0 1 1 3.7 2.5c-.8.4-1.2.9-1.2 1.7M12 16.7v.1"/>',
  back: '<path d="M9 14 4 9l5-5"/><path d="M4 9h10.5a5.5 5.5 0 0 1 0 11H11"/>',
  up: '<path d="M12 20V5M5.5 11.5 12 5l6.5 6.5"/>',
  share: '<path d="M4 20h16M7 16v-4M12 16V8M17 16V4"/>',
  next: '<path d="m9 6 6 6-6 6"/>',
  previous: '<path d="m15 6-6 6 6 6"/>',
  key: '<circle cx="8" cy="15.5" r="4"/><path d="m11 12.5 8-8M16 7.5l3 3"/>',
} as const;

export type IconName = keyof typeof ICONS;

/** Returns an icon that assistive technology ignores, because every icon has a text next to it. */
export const icon = (name: IconName): Html =>
  new Html(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${ICONS[name]}</svg>`);
