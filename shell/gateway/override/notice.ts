import type { TestVersion } from './test-version.ts';

/** What a page is told of the test version that it runs. */
export interface OverrideNotice {
  name: string;
  /** The number of the build. */
  build: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** Origin of the developer's own server, which tells of the next build; absent for what is not under development. */
  developer?: string;
}

/** Returns what the page of a browser with a test version is told. */
export function noticeOf({ override: { name, until, url, kind }, build }: TestVersion): OverrideNotice {
  return { name, build, until, ...(kind === 'dev' ? { developer: new URL(url).origin } : {}) };
}
