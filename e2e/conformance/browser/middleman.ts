import type { BrowserEvent, Pipe } from './pipe.ts';

/** What the hospital's recorder does with the next surveys. `hold`: it answers once `release` is called. */
export type Recorder = 'takes' | 'refuses' | 'is out' | 'hold';

/** One survey on its way to the recorder. */
export interface Posted {
  Survey: string;
  Responses: unknown;
}

/** Where the product really answers, and what the page is told. */
export interface Addresses {
  /** The gateway and the recorder of the stack, as origins. */
  gateway: string;
  recorder: string;
  /** The same two as pages see them. */
  site: string;
  recorderSite: string;
}

/** One request that a page made and that is none of the product's. */
export interface Stray {
  method: string;
  url: string;
}

const TEXTS = /^(text\/html|application\/json)/;

/** Headers that a middleman has to leave out: the body is decoded and of another length. */
const DROPPED = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

interface Paused {
  requestId: string;
  request: { url: string; method: string; headers: Record<string, string>; postData?: string; hasPostData?: boolean };
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const refusal = { code: 'REFUSED', message: 'This survey was not taken.' };

/**
 * Stands between the pages and the stack. Pages see a hospital's own address, with https, and a person of that hospital;
 * what they ask of anybody else is written down and leads nowhere.
 */
export class Middleman {
  readonly strays: Stray[] = [];
  readonly posted: Posted[] = [];
  /** What the page is told of how long answers are kept. */
  retention: 'keep' | 'drop' = 'keep';
  recorder: Recorder = 'takes';
  readonly #pipe: Pipe;
  readonly #at: Addresses;
  readonly #words: [from: string, to: string][];
  #release: () => void = () => undefined;
  #held: Promise<void> = Promise.resolve();

  /** @param words what texts of the product say in the demo, and what they say instead, e.g. the patient's name */
  constructor(pipe: Pipe, at: Addresses, words: [from: string, to: string][]) {
    this.#pipe = pipe;
    this.#at = at;
    this.#words = words;
  }

  /** Has every request of one target go through this middleman. */
  async watch(sessionId: string): Promise<void> {
    await this.#pipe.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
  }

  /** Takes one event of the browser; anything but a paused request is left alone. */
  take({ method, params, sessionId }: BrowserEvent): void {
    if (method !== 'Fetch.requestPaused') return;
    const { requestId } = params as unknown as Paused;
    // A page that has gone in the meantime waits for no answer.
    this.#answer(params as unknown as Paused, sessionId).catch(() =>
      this.#pipe.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }, sessionId).catch(() => undefined),
    );
  }

  /** From now on the recorder says nothing, until `release`. */
  hold(): void {
    this.recorder = 'hold';
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Lets go of what is held; the recorder takes it. */
  release(): void {
    this.recorder = 'takes';
    this.#release();
  }

  async #answer(paused: Paused, sessionId: string | undefined): Promise<void> {
    const { url, method } = paused.request;
    const { origin, protocol } = new URL(url);
    if (origin === this.#at.recorderSite) return this.#record(paused, sessionId);
    if (origin === this.#at.site) return this.#pass(paused, sessionId, this.#at.gateway);
    if (/^https?:$/.test(protocol)) this.strays.push({ method, url });
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
    if (method !== 'POST' || this.recorder === 'takes') return this.#pass(paused, sessionId, this.#at.recorder);
    if (this.recorder === 'hold') {
      await this.#held;
      return this.#pass(paused, sessionId, this.#at.recorder);
    }
    const allow = { 'access-control-allow-origin': this.#at.site, ...json };
    const status = this.recorder === 'refuses' ? 400 : 503;
    await this.#fulfil(paused, sessionId, { status, headers: allow, body: Buffer.from(JSON.stringify(refusal)) });
  }

  async #pass(paused: Paused, sessionId: string | undefined, to: string): Promise<void> {
    const { url, method, headers } = paused.request;
    const { pathname, search } = new URL(url);
    const sent = Object.entries(headers).map(([name, value]) => [name, this.#inside(value)] as const);
    const body = await this.#body(paused, sessionId);
    const answer = await fetch(new URL(pathname + search, to), {
      method,
      headers: Object.fromEntries(sent.filter(([name]) => !/^(host|sec-|accept-encoding)/i.test(name))),
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const kept = [...answer.headers].filter(([name]) => !DROPPED.includes(name));
    const isText = TEXTS.test(answer.headers.get('content-type') ?? '') && !pathname.startsWith('/remotes/');
    await this.#fulfil(paused, sessionId, {
      status: answer.status,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, this.#outside(value)])),
      body: isText ? Buffer.from(this.#told(bytes.toString())) : bytes,
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

  #told(text: string): string {
    const kept = this.#outside(text).replace(/"retention":"(keep|drop)"/, `"retention":"${this.retention}"`);
    return this.#words.reduce((said, [from, to]) => said.replaceAll(from, to), kept);
  }
}
