import type { BrowserContext, Request, Route } from 'playwright/test';
import type { Stack } from './stack.ts';

/** One survey as it left the page. */
export interface Post {
  key: string;
  authorizer: string;
  payload: unknown;
}

/** What stands between the page and the recorder. */
export type Fault =
  /** Nothing. */
  | 'none'
  /** The network is cut before anything left. */
  | 'cut'
  /** The recorder gets it; its answer is lost. */
  | 'lost'
  /** No answer ever comes. */
  | 'silent'
  | { status: number; retryAfter?: string }
  /** Something else answers in its place. */
  | { status: number; contentType: string; body: string };

const keyOf = (request: Request) => request.headers()['idempotency-key'] ?? '';

/** The way from the pages of a context to the recorder: sees what is posted, and can be broken. */
export class WayToRecorder {
  readonly posts: Post[] = [];
  readonly #stack: Stack;
  #next: () => Fault = () => 'none';

  private constructor(stack: Stack) {
    this.#stack = stack;
  }

  static async watch(context: BrowserContext, stack: Stack): Promise<WayToRecorder> {
    const way = new WayToRecorder(stack);
    await context.route(stack.recorderUrl, (route) => way.#handle(route));
    return way;
  }

  /** From now on every post meets this, or what the function says for each. */
  set(fault: Fault | (() => Fault)): void {
    this.#next = typeof fault === 'function' ? fault : () => fault;
  }

  /** The posts under each key. */
  keys(): Set<string> {
    return new Set(this.posts.map(({ key }) => key));
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    const { authorizer = '' } = request.headers();
    this.posts.push({ key: keyOf(request), authorizer, payload: request.postDataJSON() });
    const fault = this.#next();
    // A page that was closed meanwhile needs no answer any more.
    await this.#meet(route, fault).catch(() => undefined);
  }

  async #meet(route: Route, fault: Fault): Promise<void> {
    if (fault === 'none') return route.continue();
    if (fault === 'cut') return route.abort('connectionfailed');
    if (fault === 'silent') return;
    if (fault === 'lost') {
      await route.fetch();
      return route.abort('connectionreset');
    }
    const cors = { 'access-control-allow-origin': this.#stack.url, 'access-control-expose-headers': 'retry-after' };
    if ('body' in fault) return route.fulfill({ ...fault, headers: cors });
    const { status, retryAfter } = fault;
    const headers = retryAfter === undefined ? cors : { ...cors, 'retry-after': retryAfter };
    return route.fulfill({ status, headers, json: { error: { code: 'BROKEN', message: 'Broken by the test.' } } });
  }
}
