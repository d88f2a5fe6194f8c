const { TestEnvironment } = require('jest-environment-jsdom');

// jsdom hides Node's web globals. MessageChannel and BroadcastChannel stay hidden: with them jest never exits.
const GLOBALS = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'AbortController',
  'AbortSignal',
  'structuredClone',
  'CompressionStream',
  'DecompressionStream',
];

/**
 * Makes `getComputedStyle` return what it returned before for an element of an unchanged document. Queries by role call
 * it many times for each element, and each call matches all rules of all style sheets.
 */
function rememberComputedStyles(window) {
  const { document, getComputedStyle } = window;
  const internal = document[Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl')];
  // jsdom replaces its own cache of matched rules with every change that may affect a style.
  const computed = new WeakMap();
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || !element?.isConnected || element.ownerDocument !== document)
      return getComputedStyle.call(window, element, pseudoElement);
    const known = computed.get(internal._styleCache)?.get(element);
    if (known) return known;
    const style = getComputedStyle.call(window, element);
    if (!computed.has(internal._styleCache)) computed.set(internal._styleCache, new WeakMap());
    computed.get(internal._styleCache).set(element, style);
    return style;
  };
}

/** jsdom, plus the web APIs that browsers have and jsdom lacks. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    rememberComputedStyles(this.global);
    for (const name of GLOBALS) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    // jsdom has CSS but not `CSS.supports`, which dialogs call about scroll bars.
    this.global.CSS ??= {};
    this.global.CSS.supports ??= () => false;
    if (!this.global.crypto?.subtle) {
      Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto, configurable: true });
    }
  }
};
