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

/** Set by the shell before any remote runs. Returns the expected hash of a script, or undefined if it is unknown. */
declare var __lodestarIntegrity: ((url: string) => string | undefined) | undefined;

/**
 * Only in a guest's frame: receives the shell's shared packages once its files have run there (shell/src/remotes/guests/frame).
 */
declare var __lodestarShare: ((scope: object) => void) | undefined;

/**
 * Makes the page's preload links for the code of its route, once. Set by the page's inline script, which leaves them to
 * code that knows the route's guard; undefined when they are made or the route has none.
 */
declare var __lodestarPreload: (() => void) | undefined;

/**
 * Calls that the page itself has made (shell/src/index.html) before any script has loaded: their headers, and the
 * responses by path.
 */
declare var __lodestarCalls:
  | { headers: Record<string, string>; answers: Record<string, Promise<Response>> }
  | undefined;

/** URL from which webpack's build of this package is served. */
declare const __webpack_public_path__: string;

/** The host's share scope: package -> version -> how to get it. Remotes take their packages from this very object. */
declare const __webpack_share_scopes__: { default: Record<string, object> };

/** Fills a share scope with what this build provides. Synchronous, as it takes nothing from others. */
declare function __webpack_init_sharing__(scope: string): unknown;

/** Core of the host's federation runtime, for remotes built without their own (`externalRuntime`). */
declare var _FEDERATION_RUNTIME_CORE: object | undefined;

/** The package's own browser build, by a path that is not shared itself: the façade over it is (share/). */
declare module 'styled-components/dist/styled-components.browser.esm.js' {
  export * from 'styled-components/dist/index';
}
