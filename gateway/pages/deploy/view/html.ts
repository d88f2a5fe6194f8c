import { escapeHtml } from '../../../common/html.ts';

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
