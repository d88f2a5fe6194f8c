/** What the gateway has written into the page of a browser that has a test version. */
export interface OverrideNotice {
  /** The remote's name. */
  name: string;
  /** The number of the build. */
  build: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** Origin of the developer's own server, which tells of the next build; absent for what is not under development. */
  developer?: string;
}

/** The test version of this page; undefined on the pages that everybody gets. */
export function readNotice(): OverrideNotice | undefined {
  const block = document.getElementById('lodestar-override')?.textContent;
  return block ? JSON.parse(block) : undefined;
}
