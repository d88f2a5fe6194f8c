import type { BrowserContext, Page, Request, Route } from 'playwright/test';
import { type Params, translate } from '../../mock-api/src/i18n.ts';
import { Problem, type ProblemCode } from '../../mock-api/src/problems.ts';
import type { Fault as RecorderFault } from '../support/recorder.ts';

/** The client gives a call up after that long, in milliseconds. */
export const GIVEN_UP_MS = 10_000;

const RETRY_AFTER_S = '30';
const HALF_AN_ANSWER = '{"half":';
const WIFI_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Hospital Wi-Fi</h1>';

/** A refusal in the API's own words. */
function refuse(route: Route, code: ProblemCode, params: Params = {}, headers: Record<string, string> = {}) {
  const { status } = new Problem(code);
  return route.fulfill({
    status,
    headers,
    json: { error: { code, message: translate('en', `error.${code}`, params) } },
  });
}

/** Everything that may become of a call to the API: what its caller gets, and what the survey recorder does likewise. */
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

/** What the same fault is on the way to the survey recorder. */
export const recorderFault = (fault: ApiFault): RecorderFault => FAULTS[fault].recorder;

/** Who is here: asked by the shell, not by the screens. */
const isAboutSession = (request: Request) => request.method() === 'GET' && request.url().endsWith('/api/v1/users/me');

/**
 * The stream of news, which no screen asks for and which connects again at moments of its own: a fault that it met would reach the
 * screen through it, or not, as it happens (shell/src/live/connection.test.ts has its faults).
 */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/stream';

/** The way from the pages of a context to the API, which can be broken. */
export class WayToApi {
  #fault: ApiFault | null = null;
  #isSessionKnown = true;
  #asked = 0;
  readonly #underWay = new Set<Request>();
  readonly #spare: RegExp | undefined;

  private constructor(spare: RegExp | undefined) {
    this.#spare = spare;
  }

  /** @param spare addresses that nothing happens to */
  static async watch(context: BrowserContext, page: Page, spare?: RegExp): Promise<WayToApi> {
    const way = new WayToApi(spare);
    page.on('request', (request) => {
      if (!request.url().includes('/api/') || isStream(request)) return;
      if (way.#isSpared(request)) way.#underWay.add(request);
      else way.#asked += 1;
    });
    page.on('requestfinished', (request) => way.#underWay.delete(request));
    page.on('requestfailed', (request) => way.#underWay.delete(request));
    await context.route('**/api/**', (route) => way.#handle(route));
    return way;
  }

  /** From now on every call meets this; null: none does. Who is here stays known, unless that shall fail as well. */
  set(fault: ApiFault | null, { isSessionKnown = true } = {}): void {
    this.#fault = fault;
    this.#isSessionKnown = isSessionKnown;
  }

  /** How many calls the page has made that are not spared. */
  get asked(): number {
    return this.#asked;
  }

  /** Whether calls that are spared still wait for their answers. */
  get isUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request();
    if (this.#fault === null || isStream(request) || this.#isSpared(request)) return route.fallback();
    // A page that has gone meanwhile needs no answer any more.
    await Promise.resolve(FAULTS[this.#fault].api(route)).catch(() => undefined);
  }

  #isSpared(request: Request): boolean {
    return (this.#isSessionKnown && isAboutSession(request)) || this.#spare?.test(request.url()) === true;
  }
}
