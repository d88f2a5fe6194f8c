/** Build-time constants and asset imports that every browser package may use. */
declare const __LODESTAR_VERSION__: string;

declare module '*.css';
declare module '*.svg' {
  const url: string;
  export default url;
}
declare module '*.mp3' {
  const url: string;
  export default url;
}
declare module '*.mp4' {
  const url: string;
  export default url;
}
declare module '*.vtt' {
  const url: string;
  export default url;
}
declare module '*.webp' {
  const url: string;
  export default url;
}
declare module '*.jpg' {
  const url: string;
  export default url;
}
declare module '*.png' {
  const url: string;
  export default url;
}

/** Set by the shell before any remote runs: the expected hash of a script, or undefined when it is not known. */
declare var __lodestarIntegrity: ((url: string) => string | undefined) | undefined;

/** In a guest's frame only: takes what the shell shares, once its files have run there (shell/src/guests/frame). */
declare var __lodestarShare: ((scope: object) => void) | undefined;

/** The question whose session this is, asked by the page itself (shell/src/index.html) before any code has come. */
declare var __lodestarWho: { headers: Record<string, string>; answer: Promise<Response> } | undefined;

/** Where webpack's build of this package is served from. */
declare const __webpack_public_path__: string;

/** What the host offers to share: package -> version -> how to get it. Remotes take theirs from this very object. */
declare const __webpack_share_scopes__: { default: Record<string, object> };

/** Fills a share scope with what this build provides: at once, as it takes nothing from others. */
declare function __webpack_init_sharing__(scope: string): unknown;

/** The core of the host's federation runtime, for remotes that are built without one of their own (`externalRuntime`). */
declare var _FEDERATION_RUNTIME_CORE: object | undefined;

/** The package's own file for browsers, by a path that is not shared itself: the façade over it is (share/). */
declare module 'styled-components/dist/styled-components.browser.esm.js' {
  export * from 'styled-components/dist/index';
}
