/**
 * Frame code that only some guests and browsers need: delivery of further files, and guarded HTML sinks. A separate
 * file, which the page sends when needed.
 */
import { OPTIONAL_CODE, type Script } from '../protocol.ts';
import { bound, clean, define, descriptor } from './natives.ts';

/** URLs that elements would fetch, and that the page delivers instead. */
const requested = new WeakMap<Element, string>();

/** The part of the port to the page that delivers files. */
interface FilePort {
  file(url: string): Promise<ArrayBuffer>;
}

/** How files are delivered, and how scripts among them are run. */
interface FileDelivery {
  port: FilePort;
  /** Origin of the page, the base for relative URLs. */
  page: string;
  run: (script: Script) => void;
}

/** Fetches a file for an element and dispatches "load" or "error", as the network would. */
async function deliver(
  element: Element,
  url: string,
  port: FilePort,
  use: (bytes: ArrayBuffer) => void,
): Promise<void> {
  try {
    use(await port.file(url));
    element.dispatchEvent(new Event('load'));
  } catch (error) {
    console.error(`[guest] ${url}`, error);
    element.dispatchEvent(new Event('error'));
  }
}

const imageUrlOf = (bytes: ArrayBuffer, url: string): string =>
  URL.createObjectURL(new Blob([bytes], url.endsWith('.svg') ? { type: 'image/svg+xml' } : {}));

/** Returns the URL of a linked style sheet, whose link is an inert `x-link` element here (confine.ts). */
function styleSheetOf(element: Element): string | undefined {
  const readValue = (name: 'rel' | 'href') => Reflect.get(element, name) ?? element.getAttribute(name);
  return element.localName === 'x-link' && readValue('rel') === 'stylesheet' ? readValue('href') : undefined;
}

function onAdded(element: Node, { port, run }: FileDelivery, resolve: (url: string) => string): void {
  if (!(element instanceof Element)) return;
  const script = requested.get(element);
  const style = styleSheetOf(element);
  requested.delete(element);
  if (script !== undefined) deliver(element, script, port, (bytes) => run([script, bytes]));
  if (style === undefined) return;
  deliver(element, resolve(style), port, (bytes) => {
    element.replaceChildren(
      Object.assign(document.createElement('style'), { textContent: new TextDecoder().decode(bytes) }),
    );
  });
}

/**
 * Delivers scripts, images and linked style sheets through the port, as this frame has no network. Bundlers' chunk
 * loaders work unchanged.
 */
function deliverFiles(delivery: FileDelivery): void {
  const { port, page } = delivery;
  const resolve = (url: string) => new URL(url, page).href;
  const source = (type: { prototype: HTMLElement }, set: (element: HTMLElement, url: string) => void) => {
    const native = descriptor(type.prototype, 'src');
    const get = bound(native?.get as () => string);
    const setNative = bound(native?.set as (value: string) => void);
    const assign = (element: HTMLElement, value: string) => {
      if (/^(data|blob):/.test(value)) setNative(element, value);
      else set(element, resolve(value));
    };
    define(type.prototype, 'src', {
      configurable: true,
      get(this: HTMLElement) {
        return requested.get(this) ?? get(this);
      },
      set(this: HTMLElement, value: unknown) {
        assign(this, `${value}`);
      },
    });
    return setNative;
  };
  source(HTMLScriptElement, (element, url) => requested.set(element, url));
  const show = source(HTMLImageElement, (element, url) => {
    deliver(element, url, port, (bytes) => show(element, imageUrlOf(bytes, url)));
  });
  const setAttribute = bound(Element.prototype.setAttribute);
  define(Element.prototype, 'setAttribute', {
    value(this: Element, name: string, value: string) {
      const isSource = name === 'src' && (this instanceof HTMLImageElement || this instanceof HTMLScriptElement);
      if (isSource) this.src = value;
      else setAttribute(this, name, value);
    },
  });
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) onAdded(node, delivery, resolve);
  }).observe(document, { childList: true, subtree: true });
}

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

/** Prepares the frame for a guest that needs this code. */
export function installOptionalCode(delivery: FileDelivery, isConfined: boolean): void {
  if (!isConfined) guardHtmlSinks();
  deliverFiles(delivery);
}

Reflect.set(globalThis, OPTIONAL_CODE, installOptionalCode);
