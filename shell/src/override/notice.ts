/** Data that the gateway inlines into the page of a browser with a test version. */
export interface OverrideNotice {
  /** The remote's name. */
  name: string;
  /** Version of the build. */
  build: string;
  /** Expiry in seconds since the epoch. */
  until: number;
  /** Origin of the developer's build server, which announces new builds; absent if not under development. */
  developer?: string;
  /** Whether later builds of the developer may run in the same page. */
  isInPlace?: boolean;
}

/** Returns the page's test version; undefined on regular pages. */
export function readNotice(): OverrideNotice | undefined {
  const block = document.getElementById('lodestar-override')?.textContent;
  return block ? JSON.parse(block) : undefined;
}
