import type { BrowserContext, Page, Request, Route } from 'playwright/test';
import { type Params, translate } from '../../mock-api/src/common/i18n.ts';
import { Problem, type ProblemCode } from '../../mock-api/src/common/problems.ts';
import type { Fault as RecorderFault } from '../support/recorder.ts';

/** The client's request timeout, in milliseconds. */
export const GIVEN_UP_MS = 10_000;

const RETRY_AFTER_S = '30';
const HALF_AN_ANSWER = '{"half":';
const WIFI_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Hospital Wi-Fi</h1>';

/** Responds with one of the API's own error messages. */
function refuse(route: Route, code: ProblemCode, params: Params = {}, headers: Record<string, string> = {}) {
  const { status } = new Problem(code);
  return route.fulfill({
    status,
    headers,
    json: { error: { code, message: translate('en', `error.${code}`, params) } },
  });
}

/** Faults of an API request, with the equivalent fault of the survey recorder. */
const FAULTS = {
  'cut off': { api: (route: Route) => route.abort('connectionreset'), recorder: 'cut' },
  offline: { api: (route: Route) => route.abort('internetdisconnected'), recorder: 'cut' },
  'silent for 10 s': { api: () => undefined, recorder: 'silent' },
  'answered with 500': { api: (route: Route) => refuse(route, 'INTERNAL'), recorder: { status: 500 } },
  'answered with 429': {
    api: (route: Route) => refuse(route, 'TOO_MANY_TEXTS', { minutes: 1 }, { 'retry-after': RETRY_AFTER_S }),
    recorder: { status: 429, retryAfter: RETRY_AFTER_S },
  },
  'answered by half': {
    api: (route: Route) => route.fulfill({ contentType: 'application/json', body: HALF_AN_ANSWER }),
    recorder: { status: 200, contentType: 'application/json', body: HALF_AN_ANSWER },
  },
  'answered with a page': {
    api: (route: Route) => route.fulfill({ contentType: 'text/html', body: WIFI_PAGE }),
    recorder: { status: 200, contentType: 'text/html', body: WIFI_PAGE },
  },
  'answered with 401': { api: (route: Route) => refuse(route, 'UNAUTHENTICATED'), recorder: { status: 401 } },
} as const satisfies Record<string, { api(route: Route): unknown; recorder: RecorderFault }>;

export type ApiFault = keyof typeof FAULTS;

export const API_FAULTS = Object.keys(FAULTS) as ApiFault[];

/** Returns the equivalent fault on the route to the survey recorder. */
export const recorderFault = (fault: ApiFault): RecorderFault => FAULTS[fault].recorder;

/** The session check is made by the shell, not by the screens. */
const isAboutSession = (request: Request) => request.method() === 'GET' && request.url().endsWith('/api/v1/users/me');

/**
 * The event stream. No screen requests it and it reconnects on its own schedule, so a fault would reach the screen
 * unpredictably (its faults are covered in shell/src/live/connection.test.ts).
 */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/stream';

/** The route from a context's pages to the API, which can inject faults. */
export class ApiProxy {
  #fault: ApiFault | null = null;
  #isSessionKnown = true;
  #asked = 0;
  readonly #pending = new Set<Request>();
  readonly #spare: RegExp | undefined;

  private constructor(spare: RegExp | undefined) {
    this.#spare = spare;
  }

  /** @param spare URLs that are never faulted */
  static async watch(context: BrowserContext, page: Page, spare?: RegExp): Promise<ApiProxy> {
    const proxy = new ApiProxy(spare);
    page.on('request', (request) => {
      if (!request.url().includes('/api/') || isStream(request)) return;
      if (proxy.#isSpared(request)) proxy.#pending.add(request);
      else proxy.#asked += 1;
    });
    page.on('requestfinished', (request) => proxy.#pending.delete(request));
    page.on('requestfailed', (request) => proxy.#pending.delete(request));
    await context.route('**/api/**', (route) => proxy.#handle(route));
    return proxy;
  }

  /**
   * Sets the fault for all further requests; null for none. The session check still succeeds unless `isSessionKnown`
   * is false.
   */
  set(fault: ApiFault | null, { isSessionKnown = true } = {}): void {
    this.#fault = fault;
    this.#isSessionKnown = isSessionKnown;
  }

  /** Number of requests the page has made that are not spared. */
  get asked(): number {
    return this.#asked;
  }

  /** Whether spared requests are still pending. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request();
    if (this.#fault === null || isStream(request) || this.#isSpared(request)) return route.fallback();
    // A page that was closed in the meantime needs no response.
    await Promise.resolve(FAULTS[this.#fault].api(route)).catch(() => undefined);
  }

  #isSpared(request: Request): boolean {
    return (this.#isSessionKnown && isAboutSession(request)) || this.#spare?.test(request.url()) === true;
  }
}
