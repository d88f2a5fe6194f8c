import { bound, clean, define, harmless } from './natives.ts';

/** Window properties that allow network access or navigation and that no browser policy blocks. */
const REMOVED_PROPERTIES =
  /^(webkit)?(RTC|Speech|speech)|^(open|navigation|XSLTProcessor|PaymentRequest|PresentationRequest|sharedStorage|fence)$/;

function removeConstructors(): void {
  for (const name of Object.getOwnPropertyNames(window))
    if (REMOVED_PROPERTIES.test(name)) Reflect.deleteProperty(window, name);
  for (const name of ['back', 'forward', 'go', 'pushState', 'replaceState'] as const)
    define(History.prototype, name, { value: () => undefined });
  // XML documents have their own methods of creating elements.
  Reflect.deleteProperty(DOMImplementation.prototype, 'createDocument');
}

function guardCreation(): void {
  const create = bound(Document.prototype.createElement as (this: Document, name: string) => Element);
  const createNS = bound(
    Document.prototype.createElementNS as (this: Document, namespace: string | null, name: string) => Element,
  );
  define(Document.prototype, 'createElement', {
    value(this: Document, name: unknown) {
      return create(this, harmless(name));
    },
  });
  define(Document.prototype, 'createElementNS', {
    value(this: Document, namespace: string | null, name: unknown) {
      return createNS(this, namespace, harmless(name));
    },
  });
  const add = bound(CustomElementRegistry.prototype.define);
  define(CustomElementRegistry.prototype, 'define', {
    // Drops the options: they would allow customised built-in elements.
    value(this: CustomElementRegistry, name: string, type: CustomElementConstructor) {
      add(this, name, type);
    },
  });
  const parse = bound(DOMParser.prototype.parseFromString);
  define(DOMParser.prototype, 'parseFromString', {
    value(this: DOMParser, text: unknown, type: unknown) {
      const mimeType = `${type}`;
      if (mimeType !== 'text/html') throw new TypeError(`${mimeType} is blocked`);
      return parse(this, clean(text), mimeType);
    },
  });
}

/** Callbacks of a Trusted Types policy. */
type Rules = Partial<
  Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string, ...rest: unknown[]) => unknown>
>;

/** Missing from TypeScript's DOM library. */
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): unknown;
}

/**
 * Replaces the policies that frameworks create, which the frame's CSP would refuse. Its callbacks return plain
 * strings, which then pass through the default policy like all others.
 */
function stringPolicy(name: unknown, rules: Rules = {}) {
  const callRule =
    (rule: keyof Rules) =>
    (text: unknown, ...rest: unknown[]) => {
      const make = rules[rule];
      if (make === undefined) throw new TypeError(`no ${rule}`);
      return `${make(`${text}`, ...rest)}`;
    };
  return {
    name: `${name}`,
    createHTML: callRule('createHTML'),
    createScript: callRule('createScript'),
    createScriptURL: callRule('createScriptURL'),
  };
}

/**
 * Removes everything that would let a guest's code escape despite the frame's policy. Runs before the guest's code.
 * @returns false if the browser has no Trusted Types, so that more.ts must patch the HTML sinks
 */
export function confine(): boolean {
  removeConstructors();
  guardCreation();
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return false;
  const same = (text: string) => text;
  // The frame's CSP routes every string that becomes an element through this policy.
  trustedTypes.createPolicy('default', { createHTML: clean, createScript: same, createScriptURL: same });
  define(Object.getPrototypeOf(trustedTypes), 'createPolicy', { value: stringPolicy });
  return true;
}
