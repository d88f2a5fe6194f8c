/** A template tag for HTML pages: escapes every value that was not created by this tag itself. */

export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.source;
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  return value.map(({ source }) => source).join('');
}

export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index] ?? '')).join(''));
}
