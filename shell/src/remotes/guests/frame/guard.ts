import { clean } from './clean.ts';
import { bound, define, descriptor } from './natives.ts';

/** Patches every HTML sink in browsers without Trusted Types. */
export function guardHtmlSinks(): void {
  const places: [object, string[]][] = [
    [Element.prototype, ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe']],
    [ShadowRoot.prototype, ['innerHTML', 'setHTMLUnsafe']],
    [Document.prototype, ['write', 'writeln', 'execCommand']],
    [Document, ['parseHTMLUnsafe']],
    [Range.prototype, ['createContextualFragment']],
  ];
  for (const [place, names] of places) {
    for (const name of names) {
      const property = descriptor(place, name);
      if (property?.set) {
        const set = bound(property.set);
        define(place, name, {
          ...property,
          set: function (this: unknown, html) {
            set(this, clean(html));
          },
        });
      } else if (property) {
        const call = bound(property.value as (...rest: unknown[]) => unknown);
        const value = function (this: unknown, first: unknown, second?: unknown, third?: unknown) {
          return call(this, clean(first), second === undefined ? second : clean(second), third);
        };
        define(place, name, { ...property, value });
      }
    }
  }
}
