/** Where a process says how it is, and other names under which such an address is looked for: never a page of the application. */
const OPERATION = 'livez|readyz|metrics|healthz|health|live|ready|liveness|readiness|startupz|statusz|varz';

/** Addresses that the gateway answers itself, or with an error: no remote may claim one. */
export const SERVED = new RegExp(
  `^/(shell|remotes|guest|brand|api|dev|outbox|override|repair|telemetry|deploy|recorder|${OPERATION})(/|$)`,
);

/** Folders of files, calls and addresses for operators: an unknown path below them is an error, never the page. */
export const NO_PAGES = new RegExp(
  `^/(shell|remotes|guest|brand|api|dev|outbox|telemetry|deploy|recorder|${OPERATION})(/|$)`,
);
