import type { BrowserContext, Request, Route } from 'playwright/test';
import type { Stack } from './stack.ts';

/** One survey as sent by the page. */
export interface Post {
  key: string;
  authorizer: string;
  payload: unknown;
}

/** Fault injected between the page and the recorder. */
export type Fault =
  | 'none'
  /** The connection fails before anything is sent. */
  | 'cut'
  /** The recorder receives it, but its response is lost. */
  | 'lost'
  /** No response ever arrives. */
  | 'silent'
  | { status: number; retryAfter?: string };

const keyOf = (request: Request) => request.headers()['idempotency-key'] ?? '';

/** The route from a context's pages to the recorder: records what is posted and can inject faults. */
export class RecorderProxy {
  readonly posts: Post[] = [];
  readonly #stack: Stack;
  #next: () => Fault = () => 'none';

  private constructor(stack: Stack) {
    this.#stack = stack;
  }

  static async watch(context: BrowserContext, stack: Stack): Promise<RecorderProxy> {
    const proxy = new RecorderProxy(stack);
    await context.route(stack.recorderUrl, (route) => proxy.#handle(route));
    return proxy;
  }

  /** Sets the fault for all further posts, or a function that returns one for each. */
  set(fault: Fault | (() => Fault)): void {
    this.#next = typeof fault === 'function' ? fault : () => fault;
  }

  keys(): Set<string> {
    return new Set(this.posts.map(({ key }) => key));
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    const { authorizer = '' } = request.headers();
    this.posts.push({ key: keyOf(request), authorizer, payload: request.postDataJSON() });
    const fault = this.#next();
    // A page that was closed in the meantime needs no response.
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
    const { status, retryAfter } = fault;
    const headers = retryAfter === undefined ? cors : { ...cors, 'retry-after': retryAfter };
    return route.fulfill({ status, headers, json: { error: { code: 'BROKEN', message: 'Broken by the test.' } } });
  }
}
