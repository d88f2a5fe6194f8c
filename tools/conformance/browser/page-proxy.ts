import type { BrowserEvent, Pipe } from './launch.ts';

/** How the hospital's recorder responds to the next surveys. `hold`: it responds after `release` is called. */
type Recorder = 'accepts' | 'rejects' | 'unreachable' | 'hold';

/** One survey sent to the recorder. */
interface Posted {
  Survey: string;
  Responses: unknown;
}

/** The product's real origins and the ones that pages see. */
interface Addresses {
  /** Origins of the product's gateway and recorder; the same if the gateway forwards surveys. */
  gateway: string;
  recorder: string;
  /** Path to which pages post surveys. */
  recorderPath: string;
  /** The same two as seen by pages. */
  site: string;
  recorderSite: string;
}

/** A page's request to an origin that is not the product's. */
export interface Stray {
  method: string;
  url: string;
}

/** Script of the product's service worker. It would download everything again on each phone, and serve nothing here. */
const SERVICE_WORKER = '/sw.js';

/** Path to which pages report the recorder's receipts. */
const RECEIPTS = '/api/v1/survey-receipts';

const TEXTS = /^(text\/html|application\/json)/;

/** Response headers to drop: the body is decoded, so its length differs. */
const DROPPED = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

interface Paused {
  requestId: string;
  request: { url: string; method: string; headers: Record<string, string>; postData?: string; hasPostData?: boolean };
}

/** Returns the id of the receipt in a response of the recorder, or in a report to the API. */
const receiptIn = (text: string) => String((JSON.parse(text) as { receiptId: unknown }).receiptId);

const json = { 'content-type': 'application/json; charset=utf-8' };
const refusal = { code: 'REFUSED', message: 'This survey was not accepted.' };

/**
 * Proxy between the pages and the product. Pages see a hospital's own https origin and a patient of that hospital;
 * requests to any other origin are recorded and fail.
 */
export class PageProxy {
  readonly strays: Stray[] = [];
  readonly posted: Posted[] = [];
  /** Receipts of the recorder for the surveys that it has stored. */
  readonly received = new Set<string>();
  /** The retention setting that the page receives. */
  retention: 'keep' | 'drop' = 'keep';
  recorder: Recorder = 'accepts';
  readonly #unreported = new Set<string>();
  /** Number of requests in flight that may change something. */
  #changes = 0;
  readonly #pipe: Pipe;
  readonly #at: Addresses;
  readonly #words: [from: string, to: string][];
  #release: () => void = () => undefined;
  #held: Promise<void> = Promise.resolve();

  /** @param words texts of the demo and their replacements, e.g. the patient's name */
  constructor(pipe: Pipe, at: Addresses, words: [from: string, to: string][]) {
    this.#pipe = pipe;
    this.#at = at;
    this.#words = words;
  }

  /** Routes every request of one target through this proxy. */
  async watch(sessionId: string): Promise<void> {
    await this.#pipe.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
  }

  /** Handles one browser event; anything but a paused request is ignored. */
  take({ method, params, sessionId }: BrowserEvent): void {
    if (method !== 'Fetch.requestPaused') return;
    const { requestId, request } = params as unknown as Paused;
    const changes = request.method === 'GET' ? 0 : 1;
    this.#changes += changes;
    // A page that was closed in the meantime needs no response.
    this.#answer(params as unknown as Paused, sessionId)
      .catch(() =>
        this.#pipe.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }, sessionId).catch(() => undefined),
      )
      .finally(() => {
        this.#changes -= changes;
      });
  }

  /** Whether no page is changing anything, and the API knows of every survey that the recorder has stored. */
  get isQuiet(): boolean {
    return this.#changes === 0 && this.#unreported.size === 0;
  }

  /** Makes the recorder hold its responses until `release`. */
  hold(): void {
    this.recorder = 'hold';
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Releases held requests; the recorder accepts them. */
  release(): void {
    this.recorder = 'accepts';
    this.#release();
  }

  async #answer(paused: Paused, sessionId: string | undefined): Promise<void> {
    const { url, method } = paused.request;
    const { origin, protocol, pathname } = new URL(url);
    if (origin === this.#at.recorderSite && pathname.startsWith(this.#at.recorderPath))
      return this.#record(paused, sessionId);
    const isOwn = origin === this.#at.site;
    if (isOwn && method === 'POST' && pathname === RECEIPTS) return this.#report(paused, sessionId);
    if (isOwn && pathname !== SERVICE_WORKER) return this.#pass(paused, sessionId, this.#at.gateway);
    if (!isOwn && /^https?:$/.test(protocol)) this.strays.push({ method, url });
    await this.#pipe.send(
      /^(data|blob|about):$/.test(protocol) ? 'Fetch.continueRequest' : 'Fetch.failRequest',
      { requestId: paused.requestId, errorReason: 'NameNotResolved' },
      sessionId,
    );
  }

  async #body(paused: Paused, sessionId: string | undefined): Promise<string | undefined> {
    const { postData, hasPostData } = paused.request;
    if (postData !== undefined || !hasPostData) return postData;
    const { postData: later } = await this.#pipe.send(
      'Network.getRequestPostData',
      { requestId: paused.requestId },
      sessionId,
    );
    return String(later);
  }

  async #record(paused: Paused, sessionId: string | undefined): Promise<void> {
    const { method } = paused.request;
    if (method === 'POST') this.posted.push(JSON.parse((await this.#body(paused, sessionId)) ?? '{}'));
    if (method !== 'POST') return this.#pass(paused, sessionId, this.#at.recorder);
    if (this.recorder === 'hold') await this.#held;
    if (this.recorder === 'accepts') {
      return this.#pass(paused, sessionId, this.#at.recorder, (text) => {
        this.received.add(receiptIn(text));
        this.#unreported.add(receiptIn(text));
      });
    }
    const allow = { 'access-control-allow-origin': this.#at.site, ...json };
    const status = this.recorder === 'rejects' ? 400 : 503;
    await this.#fulfil(paused, sessionId, { status, headers: allow, body: Buffer.from(JSON.stringify(refusal)) });
  }

  async #report(paused: Paused, sessionId: string | undefined): Promise<void> {
    const report = (await this.#body(paused, sessionId)) ?? '{}';
    await this.#pass(paused, sessionId, this.#at.gateway);
    this.#unreported.delete(receiptIn(report));
  }

  /** @param onSuccess receives the text of a response with a status of 2xx */
  async #pass(
    paused: Paused,
    sessionId: string | undefined,
    to: string,
    onSuccess: (text: string) => void = () => undefined,
  ): Promise<void> {
    const { url, method, headers } = paused.request;
    const { pathname, search } = new URL(url);
    const sent = Object.entries(headers).map(([name, value]) => [name, this.#inside(value)] as const);
    const body = await this.#body(paused, sessionId);
    const answer = await fetch(new URL(pathname + search, to), {
      method,
      headers: Object.fromEntries(sent.filter(([name]) => !/^(host|sec-|accept-encoding)/i.test(name))),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: this.#restore(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.ok) onSuccess(bytes.toString());
    const forwarded = [...answer.headers].filter(([name]) => !DROPPED.includes(name));
    const isText = TEXTS.test(answer.headers.get('content-type') ?? '') && !pathname.startsWith('/remotes/');
    await this.#fulfil(paused, sessionId, {
      status: answer.status,
      headers: Object.fromEntries(forwarded.map(([name, value]) => [name, this.#outside(value)])),
      body: isText ? Buffer.from(this.#substitute(bytes.toString())) : bytes,
    });
  }

  async #fulfil(
    { requestId }: Paused,
    sessionId: string | undefined,
    { status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer },
  ): Promise<void> {
    const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
    await this.#pipe.send(
      'Fetch.fulfillRequest',
      { requestId, responseCode: status, responseHeaders, body: body.toString('base64') },
      sessionId,
    );
  }

  #inside(text: string): string {
    return text.replaceAll(this.#at.recorderSite, this.#at.recorder).replaceAll(this.#at.site, this.#at.gateway);
  }

  #outside(text: string): string {
    return text.replaceAll(this.#at.recorder, this.#at.recorderSite).replaceAll(this.#at.gateway, this.#at.site);
  }

  /** Returns what the page sends with the demo's own texts: the recorder compares the survey's email with its token. */
  #restore(text: string): string {
    return this.#words.reduce((result, [from, to]) => result.replaceAll(to, from), text);
  }

  #substitute(text: string): string {
    const replaced = this.#outside(text).replace(/"retention":"(keep|drop)"/, `"retention":"${this.retention}"`);
    return this.#words.reduce((result, [from, to]) => result.replaceAll(from, to), replaced);
  }
}
