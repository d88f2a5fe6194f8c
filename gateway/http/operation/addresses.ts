/** Health and metrics endpoints, and other names commonly probed for them: never pages of the application. */
const OPERATION = 'livez|readyz|metrics|healthz|health|live|ready|liveness|readiness|startupz|statusz|varz';

/** Paths that the gateway serves itself, or answers with an error: no remote may claim one. */
export const SERVED = new RegExp(
  `^/(shell|remotes|guest|brand|api|dev|outbox|override|repair|telemetry|deploy|recorder|${OPERATION})(/|$)`,
);

/** Prefixes of files, API calls and operator endpoints: an unknown path under them is an error, never the page. */
export const NO_PAGES = new RegExp(
  `^/(shell|remotes|guest|brand|api|dev|outbox|telemetry|deploy|recorder|${OPERATION})(/|$)`,
);
