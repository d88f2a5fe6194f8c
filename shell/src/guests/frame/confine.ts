import { bound, define, descriptor, lower, replace } from './natives.ts';

/**
 * Elements that can reach a network or another document past every policy (`<link rel=preconnect>` needs none), or change
 * what addresses mean. None can be made here; a form that asks for one gets an element of no meaning.
 */
const ELEMENTS = 'link|iframe|frame|frameset|object|embed|portal|fencedframe|meta|base';
const refused: Record<string, true> = Object.assign(
  Object.create(null),
  Object.fromEntries(ELEMENTS.split('|').map((name) => [name, true])),
);

/** The expression with all that a replacement looks up on it: what a guest does to others does not change this one. */
function fixed(expression: RegExp): RegExp {
  for (const name of ['exec', 'flags', Symbol.replace] as const) define(expression, name, { value: expression[name] });
  return expression;
}

/** The beginning of such an element in a text; with a prefix, as XML may have it. */
const TAG = fixed(new RegExp(`<(/?)(?=(?:[^\\s<>/:]*:)?(?:${ELEMENTS})(?![^\\s/>]))`, 'gi'));
/** HTML without such elements. */
const clean = (html: unknown): string => replace(`${html}`, TAG, '<$1x-');

const PREFIX = fixed(/^.*:/s);

function harmless(name: string): string {
  const local = replace(name, PREFIX, '');
  return refused[lower(local)] ? `x-${local}` : name;
}

/** Ways out that no policy of a browser closes, by their names on the window. */
const GONE =
  /^(webkit)?RTC|^(webkit)?Speech|^speech|^(open|navigation|XSLTProcessor|PaymentRequest|PresentationRequest|sharedStorage|fence)$/;

function removeConstructors(): void {
  for (const name of Object.getOwnPropertyNames(window)) if (GONE.test(name)) Reflect.deleteProperty(window, name);
  for (const name of ['back', 'forward', 'go', 'pushState', 'replaceState'] as const)
    define(History.prototype, name, { value: () => undefined });
  // Documents of XML have ways of their own to write an element.
  Reflect.deleteProperty(DOMImplementation.prototype, 'createDocument');
}

function guardMaking(): void {
  const make = bound(Document.prototype.createElement as (this: Document, name: string, options?: object) => Element);
  const makeIn = bound(
    Document.prototype.createElementNS as (
      this: Document,
      ns: string | null,
      name: string,
      options?: object,
    ) => Element,
  );
  define(Document.prototype, 'createElement', {
    value(this: Document, name: unknown) {
      return make(this, harmless(`${name}`));
    },
  });
  define(Document.prototype, 'createElementNS', {
    value(this: Document, namespace: string | null, name: unknown) {
      return makeIn(this, namespace, harmless(`${name}`));
    },
  });
  const add = bound(CustomElementRegistry.prototype.define);
  define(CustomElementRegistry.prototype, 'define', {
    // Without the options: they make an element of one's own out of a built-in one.
    value(this: CustomElementRegistry, name: string, type: CustomElementConstructor) {
      add(this, name, type);
    },
  });
  const parse = bound(DOMParser.prototype.parseFromString);
  define(DOMParser.prototype, 'parseFromString', {
    value(this: DOMParser, text: unknown, type: unknown) {
      const wanted = `${type}`;
      if (wanted !== 'text/html') throw new TypeError(`${wanted} can't be read here`);
      return parse(this, clean(text), wanted);
    },
  });
}

/** Browsers without trusted types: every way from a text to elements, by hand. */
function guardTexts(): void {
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

/** What a policy makes of a text that becomes something. */
type Rules = Partial<
  Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string, ...rest: unknown[]) => unknown>
>;

/** What TypeScript's library does not have yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): unknown;
}

/**
 * A policy as frameworks make one for themselves, which the frame's own policy would refuse. What it returns are texts, which
 * then go through the frame's rule as all others do.
 */
function policyOfTexts(name: unknown, rules: Rules = {}) {
  const through =
    (rule: keyof Rules) =>
    (text: unknown, ...rest: unknown[]) => {
      const make = rules[rule];
      if (make === undefined) throw new TypeError(`${name} has no ${rule}`);
      return `${make(`${text}`, ...rest)}`;
    };
  return {
    name: `${name}`,
    createHTML: through('createHTML'),
    createScript: through('createScript'),
    createScriptURL: through('createScriptURL'),
  };
}

/** Takes away, before a guest's code runs, what would let it out in spite of the frame's policy. */
export function confine(): void {
  removeConstructors();
  guardMaking();
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) {
    guardTexts();
    return;
  }
  const same = (text: string) => text;
  // The frame's policy lets texts become elements through this only, whichever way they take.
  trustedTypes.createPolicy('default', { createHTML: clean, createScript: same, createScriptURL: same });
  define(Object.getPrototypeOf(trustedTypes), 'createPolicy', { value: policyOfTexts });
}
