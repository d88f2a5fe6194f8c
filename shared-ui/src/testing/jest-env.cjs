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

/** jsdom with the web APIs that browsers have and jsdom leaves out. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of GLOBALS) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    // jsdom knows CSS but not its support query; dialogs ask it about scroll bars.
    this.global.CSS ??= {};
    this.global.CSS.supports ??= () => false;
    if (!this.global.crypto?.subtle) {
      Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto, configurable: true });
    }
  }
};
