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

/** jsdom, plus the web APIs that browsers have and jsdom lacks. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
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
