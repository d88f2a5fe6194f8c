import { clean } from './clean.ts';
import { bound, define, descriptor } from './natives.ts';

/** Patches every HTML sink in browsers without Trusted Types. */
export function guardTexts(): void {
  const places: [object, string[]][] = [
    [Element.prototype, ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe']],
    [ShadowRoot.prototype, ['innerHTML', 'setHTMLUnsafe']],
    [Document.prototype, ['write', 'writeln', 'execCommand']],
    [Document, ['parseHTMLUnsafe']],
    [Range.prototype, ['createContextualFragment']],
  ];
  for (const [place, names] of places) {
    for (const name of names) {
      const found = descriptor(place, name);
      if (found?.set) {
        const set = bound(found.set);
        define(place, name, {
          ...found,
          set: function (this: unknown, html) {
            set(this, clean(html));
          },
        });
      } else if (found) {
        const act = bound(found.value as (...rest: unknown[]) => unknown);
        const value = function (this: unknown, first: unknown, second?: unknown, third?: unknown) {
          return act(this, clean(first), second === undefined ? second : clean(second), third);
        };
        define(place, name, { ...found, value });
      }
    }
  }
}
