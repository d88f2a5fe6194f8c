import type { Session } from './launch.ts';

/** How the hospital's recorder responds to the next surveys. `hold`: it responds after `release` is called. */
type Recorder = 'accepts' | 'rejects' | 'unreachable' | 'hold';

/** The product's addresses: those of its servers, and the origins that pages see instead. */
interface Addresses {
  gateway: string;
  /** URL to which pages post surveys. */
  recorder: URL;
  site: string;
  /** The same as `site` if the gateway forwards surveys. */
  recorderSite: string;
}

/** A page's request. */
export interface Sent {
  method: string;
  url: string;
}

interface Request extends Sent {
  headers: Record<string, string>;
  postData?: string;
}

interface Paused {
  requestId: string;
  request: Request;
}

interface Response {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Script of the product's service worker. It would download everything again on each phone, and serve nothing here. */
const SERVICE_WORKER = '/sw.js';

/** Path to which pages report the recorder's receipts. */
const RECEIPTS = '/api/v1/survey-receipts';

const TEXTS = /^(text\/html|application\/json)/;

/** Response headers to drop: the body is decoded, so its length differs. */
const DROPPED = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/** Returns the id of the receipt in a response of the recorder, or in a report to the API. */
const receiptIn = (text: string) => String((JSON.parse(text) as { receiptId: unknown }).receiptId);

/**
 * Proxy between the pages and the product. Pages see a hospital's own https origin and a patient of that hospital;
 * requests to any other origin are recorded and fail.
 */
export class PageProxy {
  /** Requests to origins that are not the product's. */
  readonly strays: Sent[] = [];
  /** Surveys sent to the recorder. */
  readonly posted: { Responses: unknown }[] = [];
  /** Receipts of the recorder for the surveys that it has stored. */
  readonly received = new Set<string>();
  /** The retention setting that the page receives. */
  retention: 'keep' | 'drop' = 'keep';
  recorder: Recorder = 'accepts';
  readonly #unreported = new Set<string>();
  /** Number of requests in flight that may change something. */
  #changes = 0;
  readonly #browser: Session;
  readonly #at: Addresses;
  readonly #words: [own: string, seen: string][];
  #held = Promise.withResolvers<void>();

  /** @param words texts of the demo and what pages see instead, e.g. the patient's name */
  constructor(browser: Session, at: Addresses, words: [own: string, seen: string][]) {
    this.#browser = browser;
    this.#at = at;
    this.#words = [[at.recorder.origin, at.recorderSite], [at.gateway, at.site], ...words];
  }

  /** Responds to one request of a page. */
  readonly handle = async ({ requestId, request }: Paused): Promise<void> => {
    const changes = request.method === 'GET' ? 0 : 1;
    this.#changes += changes;
    try {
      const { status, headers, body } = await this.#answer(request);
      const responseHeaders = headers.map(([name, value]) => ({ name, value }));
      const response = { responseCode: status, responseHeaders, body: body.toString('base64') };
      await this.#browser.send('Fetch.fulfillRequest', { requestId, ...response });
    } catch {
      const failed = this.#browser.send('Fetch.failRequest', { requestId, errorReason: 'NameNotResolved' });
      // A page that was closed in the meantime needs no response.
      await failed.catch(() => undefined);
    } finally {
      this.#changes -= changes;
    }
  };

  /** Whether no page is changing anything, and the API knows of every survey that the recorder has stored. */
  get isQuiet(): boolean {
    return this.#changes === 0 && this.#unreported.size === 0;
  }

  /** Makes the recorder hold its responses until `release`. */
  hold(): void {
    this.recorder = 'hold';
    this.#held = Promise.withResolvers();
  }

  /** Releases held requests; the recorder accepts them. */
  release(): void {
    this.recorder = 'accepts';
    this.#held.resolve();
  }

  /** @throws Error for a request that must fail: one to another origin, or the service worker's script */
  async #answer(request: Request): Promise<Response> {
    const { method, url } = request;
    const { origin, pathname } = new URL(url);
    const isSurvey = origin === this.#at.recorderSite && pathname.startsWith(this.#at.recorder.pathname);
    if (isSurvey) return method === 'POST' ? this.#record(request) : this.#pass(request, this.#at.recorder.origin);
    const isOwn = origin === this.#at.site;
    if (!isOwn) this.strays.push({ method, url });
    if (!isOwn || pathname === SERVICE_WORKER) throw new Error('The page gets no response');
    const response = await this.#pass(request, this.#at.gateway);
    if (method === 'POST' && pathname === RECEIPTS) this.#unreported.delete(receiptIn(request.postData ?? '{}'));
    return response;
  }

  async #record(request: Request): Promise<Response> {
    this.posted.push(JSON.parse(request.postData ?? '{}'));
    if (this.recorder === 'hold') await this.#held.promise;
    if (this.recorder === 'accepts') {
      const response = await this.#pass(request, this.#at.recorder.origin);
      if (response.status < 300) {
        this.received.add(receiptIn(response.body.toString()));
        this.#unreported.add(receiptIn(response.body.toString()));
      }
      return response;
    }
    return {
      status: this.recorder === 'rejects' ? 400 : 503,
      headers: [
        ['access-control-allow-origin', this.#at.site],
        ['content-type', 'application/json; charset=utf-8'],
      ],
      body: Buffer.from('{"code":"REFUSED","message":"This survey was not accepted."}'),
    };
  }

  async #pass({ url, method, headers, postData }: Request, to: string): Promise<Response> {
    const { pathname, search } = new URL(url);
    const sent = Object.entries(headers).filter(([name]) => !/^(host|sec-|accept-encoding)/i.test(name));
    const answer = await fetch(new URL(pathname + search, to), {
      method,
      headers: sent.map(([name, value]): [string, string] => [name, this.#toProduct(value)]),
      redirect: 'manual',
      ...(postData === undefined ? {} : { body: this.#toProduct(postData) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const forwarded = [...answer.headers].filter(([name]) => !DROPPED.includes(name));
    const isText = TEXTS.test(answer.headers.get('content-type') ?? '') && !pathname.startsWith('/remotes/');
    return {
      status: answer.status,
      headers: forwarded.map(([name, value]) => [name, this.#toPage(value)]),
      body: isText ? Buffer.from(this.#toPage(bytes.toString())) : bytes,
    };
  }

  /** Returns a page's text with the product's own words: the recorder compares the survey's email with its token. */
  #toProduct(text: string): string {
    return this.#words.reduce((result, [own, seen]) => result.replaceAll(seen, own), text);
  }

  #toPage(text: string): string {
    const replaced = this.#words.reduce((result, [own, seen]) => result.replaceAll(own, seen), text);
    return replaced.replace(/"retention":"(keep|drop)"/, `"retention":"${this.retention}"`);
  }
}
