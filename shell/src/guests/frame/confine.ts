import { clean, harmless } from './clean.ts';
import { bound, define } from './natives.ts';

/** Ways out that no policy of a browser closes, by their names on the window. */
const GONE =
  /^(webkit)?(RTC|Speech|speech)|^(open|navigation|XSLTProcessor|PaymentRequest|PresentationRequest|sharedStorage|fence)$/;

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
      return make(this, harmless(name));
    },
  });
  define(Document.prototype, 'createElementNS', {
    value(this: Document, namespace: string | null, name: unknown) {
      return makeIn(this, namespace, harmless(name));
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
      if (wanted !== 'text/html') throw new TypeError(`no ${wanted} here`);
      return parse(this, clean(text), wanted);
    },
  });
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
      if (make === undefined) throw new TypeError(`no ${rule}`);
      return `${make(`${text}`, ...rest)}`;
    };
  return {
    name: `${name}`,
    createHTML: through('createHTML'),
    createScript: through('createScript'),
    createScriptURL: through('createScriptURL'),
  };
}

/**
 * Takes away, before a guest's code runs, what would let it out in spite of the frame's policy.
 * @returns whether that is all; where a browser has no trusted types, texts are still to be guarded by hand (guard.ts)
 */
export function confine(): boolean {
  removeConstructors();
  guardMaking();
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return false;
  const same = (text: string) => text;
  // The frame's policy lets texts become elements through this only, whichever way they take.
  trustedTypes.createPolicy('default', { createHTML: clean, createScript: same, createScriptURL: same });
  define(Object.getPrototypeOf(trustedTypes), 'createPolicy', { value: policyOfTexts });
  return true;
}
