import type { TestVersion } from './test-version.ts';

/** What a page shows about the test version that it runs. */
export interface OverrideNotice {
  name: string;
  /** Version of the build. */
  build: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** Origin of the developer's own server, which announces new builds; absent unless it is under development. */
  developer?: string;
}

/** Returns the notice for a page of a browser with a test version. */
export function noticeOf({ override: { name, until, url, kind }, build }: TestVersion): OverrideNotice {
  return { name, build, until, ...(kind === 'dev' ? { developer: new URL(url).origin } : {}) };
}
