import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyKind } from 'shared-ui/contract';
import type { Chromium, ConsoleLine } from '../browser/launch.ts';
import type { Middleman } from '../browser/middleman.ts';
import { PhonePage, type Place } from '../browser/page.ts';
import { PLAIN, seedOf, type VisitOptions } from './look.ts';
import { raw } from './raw.ts';
import { type ReaderApi, readerIn, type Spot } from './reader.ts';
import type { Around, Filled } from './seen.ts';
import { EVENTS, textOf } from './words.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A field that has no focus by then gets none from this touch, in milliseconds. */
const FOCUS_MS = 3_000;
/** How often a place is touched that moves away. */
const TOUCHES = 3;
/** How long a touch may be on its way, in milliseconds: a second one too early meets what the first has brought. */
const HIT_MS = 3_000;
/** How long a frame takes at most from one process to another, in milliseconds. */
const MOVE_MS = 3_000;

/** What only a form has. */
const ANYTHING = 'input, textarea, select, button[type=submit], form button';

/** One patient at the product's page, on a phone of their own, who meets the surveys as everybody does. */
export class Visit {
  readonly page: PhonePage;
  readonly middleman: Middleman;
  readonly #chromium: Chromium;
  readonly #consoleFrom: number;
  readonly #site: string;
  readonly #pace: number;
  #main: Place;
  #place: Place;
  #isFrame = false;

  private constructor(chromium: Chromium, page: PhonePage, middleman: Middleman, options: VisitOptions, main: Place) {
    this.#chromium = chromium;
    this.#consoleFrom = chromium.console.length;
    this.page = page;
    this.middleman = middleman;
    this.#site = options.site;
    this.#pace = options.pace ?? 0;
    this.#main = main;
    this.#place = main;
  }

  /** Opens the list of events. */
  static async begin(chromium: Chromium, middleman: Middleman, options: VisitOptions): Promise<Visit> {
    const page = await PhonePage.open(chromium, middleman, seedOf(options.token, options.look ?? PLAIN));
    const visit = new Visit(chromium, page, middleman, options, await page.document());
    await visit.load();
    return visit;
  }

  end(): Promise<void> {
    return this.page.close();
  }

  /** Puts the page away, as a closed app: what happens meanwhile, it does not see. */
  async close(): Promise<void> {
    await this.page.go('about:blank');
  }

  /** Loads the page with the list of events, as after the app was closed. */
  async load(): Promise<void> {
    await this.page.go(new URL('/profile/1/events', this.#site).href);
    this.#main = await this.page.document();
    const isThere = await this.page.until(() =>
      this.#inPage(() => document.querySelectorAll('main a').length > 4, null),
    );
    if (!isThere) throw new Error('The list of events does not show');
  }

  /** Opens one survey. Returns whether its form shows: something to press or to fill in. */
  async open(survey: SurveyKind): Promise<boolean> {
    const isOpening = async () => !(await this.#isAtEvents());
    const find = (event: string) =>
      [...document.querySelectorAll('main li a')].find(({ textContent }) => new RegExp(event, 'i').test(textContent)) ??
      null;
    // A touch while the list is still being drawn may be lost.
    for (let touch = 0; touch < 3 && !(await isOpening()); touch++) {
      await this.#tapInPage(find, EVENTS[survey].source);
      await this.page.until(isOpening, 2_000);
    }
    return this.shows();
  }

  /** Waits for a form, or for the app's apology in its place. Returns whether it is a form. */
  async shows(): Promise<boolean> {
    let isShown = false;
    await this.page.until(async () => {
      await this.#enter();
      isShown = await this.ask('has', ANYTHING);
      return isShown || this.apologises();
    });
    return isShown;
  }

  /** Waits until what the form has done so far is drawn, and what it has written into the console is in `consoleLines`. */
  async heard(): Promise<void> {
    await this.ask('settle');
    const mark = `heard ${randomUUID()}`;
    // A console of the reader's own world: the form's scripts neither see nor replace it.
    await this.page.evaluate(this.#place, (line) => console.debug(line), mark, this.#prelude());
    const isThere = async () => this.consoleLines().some(({ text }) => text === mark);
    if (!(await this.page.until(isThere))) throw new Error('The browser does not write its console down');
  }

  /** Whether the app has taken the survey off the page and apologises, or has gone back to the version before. */
  apologises(): Promise<boolean> {
    return this.#inPage(
      () => /can’t be shown just now|ne peut pas être affiché/.test(document.querySelector('main')?.textContent ?? ''),
      null,
    );
  }

  /** Leaves by the app's own back arrow, and waits for the list. A touch while the page still moves may be lost. */
  async leave(): Promise<void> {
    const arrow = () => document.querySelector('main section [data-grip] h1')?.previousElementSibling ?? null;
    for (let touch = 0; touch < TOUCHES; touch++) {
      await this.#tapInPage(arrow, '');
      if (await this.page.until(() => this.#isAtEvents())) break;
    }
    if (!(await this.isAtList())) throw new Error('The list of events does not come back');
  }

  #isAtEvents(): Promise<boolean> {
    return this.#inPage(() => location.pathname.endsWith('/events'), null);
  }

  /** Whether the page shows the list of events again, in time. */
  isAtList(): Promise<boolean> {
    const isDrawn = () => this.#inPage(() => document.querySelectorAll('main a').length > 4, null);
    return this.page.until(async () => (await this.#isAtEvents()) && (await isDrawn()));
  }

  /** Asks the form's document something; where its frame has just moved to another process, asks it there. */
  async ask<K extends keyof ReaderApi>(
    what: K,
    ...given: Parameters<ReaderApi[K]>
  ): Promise<Awaited<ReturnType<ReaderApi[K]>>> {
    const call = raw<{ what: K; given: unknown[] }, ReturnType<ReaderApi[K]>>(
      `({ what, given }) => globalThis.reader[what](...given)`,
    );
    const asked = () => this.page.evaluate(this.#place, call, { what, given }, this.#prelude());
    try {
      return await asked();
    } catch (error) {
      if (!this.#isFrame) throw error;
      const { isFramed, text } = await this.#lookedAt();
      if (!isFramed) throw new Error(`The form has gone, and the app shows: ${text}`, { cause: error });
      await this.page.until(() => this.#hasMoved(), MOVE_MS);
      return asked();
    }
  }

  /** Whether there is a frame in the app, and what the app shows, in a line. */
  #lookedAt(): Promise<{ isFramed: boolean; text: string }> {
    return this.#inPage(() => {
      const main = document.querySelector('main');
      const text = main?.innerText.replaceAll(/\s+/g, ' ').slice(0, 200) ?? '';
      return { isFramed: document.querySelector('main iframe') !== null, text };
    }, null);
  }

  /** Whether the form's frame is in another place than it was found in. */
  async #hasMoved(): Promise<boolean> {
    const [frame] = await this.page.frames('');
    if (!frame || (frame.sessionId === this.#place.sessionId && frame.frameId === this.#place.frameId)) return false;
    this.#place = frame;
    return true;
  }

  /** Fills in every field: the first choice of each, or the last, and a text into every box. */
  async fill(which: 'first' | 'last'): Promise<Filled> {
    const fields = await this.ask('fields');
    for (const field of fields.keys()) await this.fillOne(field, which);
    const texts = fields.flatMap(({ kind }, field) => (kind === 'text' ? [textOf(which, field)] : []));
    return { choices: fields.length - texts.length, texts };
  }

  /** Changes one field, as a finger does. */
  async fillOne(field: number, which: 'first' | 'last'): Promise<void> {
    const kind = (await this.ask('fields'))[field]?.kind;
    await this.#touchField(field, which, kind !== 'choice');
    if (kind === 'list' || kind === 'range')
      await this.page.key(which === 'first' ? 'Home' : 'End', which === 'first' ? 36 : 35);
    if (kind === 'list') await this.page.key('Enter', 13);
    if (kind === 'number') await this.page.type('1');
    if (kind === 'text') await this.#write(field, which);
  }

  /** Touches a field. The focus has a way to go between processes: keys that are pressed before it is there are lost. */
  async #touchField(field: number, which: 'first' | 'last', takesKeys: boolean): Promise<void> {
    for (let touch = 0; touch < TOUCHES; touch++) {
      await this.#tap(() => this.ask('spotOf', field, which));
      if (!takesKeys || (await this.page.until(() => this.ask('isFocused', field), FOCUS_MS))) return;
    }
  }

  /** Types a text, and types it anew where letters were lost on their way, as a person does who sees it. */
  async #write(field: number, which: 'first' | 'last'): Promise<void> {
    const text = textOf(which, field);
    const isThere = async () => (await this.ask('valueOf', field)).includes(text);
    await this.page.type(text);
    for (let touch = 1; touch < TOUCHES && !(await this.page.until(isThere, HIT_MS)); touch++) {
      await this.#touchField(field, which, true);
      await this.page.selectAll();
      await this.page.type(text);
    }
  }

  /** Presses the button that sends. */
  async send(): Promise<void> {
    await this.#tap(() => this.ask('sendSpot'), 'isPressed');
  }

  /** Presses one thing after the other until the app goes back to the list. Returns whether it did. */
  async finish(): Promise<boolean> {
    const presses = await this.ask('count', 'button, a[href], input[type=button]');
    for (let place = 0; place < presses && !(await this.#isAtEvents()); place++) {
      // A form that has gone already leaves nothing to press: the list is on its way.
      await this.#tap(() => this.ask('pressSpot', place).catch(() => null), 'isPressed');
      await this.page.until(() => this.#isAtEvents(), 1_500);
    }
    return this.isAtList();
  }

  reads(text: string): Promise<boolean> {
    return this.page.until(async () => (await this.ask('text')).includes(text));
  }

  /** Puts the focus on the app's title, before the form. */
  focusBefore(): Promise<void> {
    return this.#tapInPage(() => document.querySelector('main section h1'), '');
  }

  /** What axe finds wrong with the form, a line each. */
  async violations(): Promise<string[]> {
    await this.ask('settle');
    await this.page.evaluate(
      this.#place,
      raw(`() => { if (!('axe' in globalThis)) { ${AXE} } }`),
      null,
      this.#prelude(),
    );
    const unpaint = this.#isFrame ? await this.#paint(await this.#backdrop()) : undefined;
    const found = await this.ask('axe');
    await unpaint?.();
    return found;
  }

  /** The colour that a frame, which is transparent, shows through. */
  #backdrop(): Promise<string> {
    return this.#inPage(() => {
      let element: Element | null = document.querySelector('main iframe');
      while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)')
        element = element.parentElement;
      return getComputedStyle(element ?? document.documentElement).backgroundColor;
    }, null);
  }

  /** Colours the ground of the form's document by a style sheet of the browser's tools, which no script can list. Returns what ends it. */
  async #paint(colour: string): Promise<() => Promise<unknown>> {
    const { frameId } = this.#place;
    await this.page.ask(this.#place, 'DOM.enable');
    await this.page.ask(this.#place, 'CSS.enable');
    const { styleSheetId } = await this.page.ask(this.#place, 'CSS.createStyleSheet', { frameId });
    const text = `html { background-color: ${colour} !important; }`;
    await this.page.ask(this.#place, 'CSS.setStyleSheetText', { styleSheetId, text });
    return () => this.page.ask(this.#place, 'CSS.setStyleSheetText', { styleSheetId, text: '' });
  }

  /** What of the page around the form must be the same before and after it, at the list of events. */
  async around(): Promise<Around> {
    const seen = await this.#inPage(() => {
      const { documentElement, body } = document;
      // What the app keeps itself: what was typed, where on the page a person was, and which guest it shows.
      const kept = (store: Storage) =>
        Object.entries({ ...store }).filter(([key]) => !/scroll|was|time|^guests$/i.test(key));
      return {
        title: document.title,
        address: location.href,
        storage: JSON.stringify([kept(localStorage), kept(sessionStorage), document.cookie]),
        root: [...documentElement.attributes, ...body.attributes]
          .map(({ name, value }) => `${name}=${value}`)
          .join(' '),
        sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
      };
    }, null);
    return { ...seen, listeners: await this.listenersAt(this.#main) };
  }

  /** How many listeners there are on a document and its window. */
  async listenersAt(place: Place): Promise<number> {
    let listeners = 0;
    for (const expression of ['window', 'document', 'document.body', 'document.documentElement']) {
      const { result } = await this.page.ask(place, 'Runtime.evaluate', { expression });
      const { objectId } = (result ?? {}) as { objectId?: string };
      const answer = await this.page.ask(place, 'DOMDebugger.getEventListeners', { objectId });
      listeners += (answer.listeners as unknown[]).length;
    }
    return listeners;
  }

  /** What the browser itself counts after a garbage collection. */
  async counted(): Promise<{ nodes: number; heap: number }> {
    const ask = (method: string) => this.page.ask(this.#main, method);
    for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage');
    const { nodes } = await ask('Memory.getDOMCounters');
    const { usedSize } = await ask('Runtime.getHeapUsage');
    return { nodes: Number(nodes), heap: Number(usedSize) };
  }

  /** Names that the browser itself has put on the window of the page. */
  async browsersNames(): Promise<Set<string>> {
    return new Set(
      await this.page.evaluate(this.#place, () => Object.getOwnPropertyNames(globalThis), null, this.#prelude()),
    );
  }

  /** What was written into the console of any document since the visit began. */
  consoleLines(): ConsoleLine[] {
    return this.#chromium.console.slice(this.#consoleFrom);
  }

  /** Where the form's document is. */
  get place(): Place {
    return this.#place;
  }

  /** Whether the form runs in a frame of its own. */
  get isFramed(): boolean {
    return this.#isFrame;
  }

  get main(): Place {
    return this.#main;
  }

  /** Finds the document that the form is in: its own frame, or the page. */
  async #enter(): Promise<void> {
    const [frame] = await this.page.frames('');
    this.#isFrame = frame !== undefined;
    this.#place = frame ?? this.#main;
  }

  #prelude(): string {
    return readerIn(this.#isFrame);
  }

  #inPage<A, R>(work: (given: A) => R, given: A): Promise<Awaited<R>> {
    return this.page.evaluate(this.#main, work, given, readerIn(false));
  }

  /** Touches an element of the app. A long list has what is far down only once it is scrolled there. */
  async #tapInPage(find: (given: string) => Element | null, given: string): Promise<void> {
    const call = `async (given) => {
      const element = (${String(find)})(given);
      if (!element) [...document.querySelectorAll('main section li')].at(-1)?.scrollIntoView();
      return globalThis.reader.aim(element);
    }`;
    let spot: Spot | null = null;
    await this.page.until(async () => {
      spot = await this.#inPage(raw<string, Spot | null>(call), given);
      return spot !== null;
    });
    if (spot === null) throw new Error(`Nothing to touch: ${given || 'the back arrow'}`);
    await this.page.tap(spot);
  }

  /** Touches a place of the form; once more where the page has moved under the finger. */
  async #tap(find: () => Promise<Spot | null>, wish: 'isHit' | 'isPressed' = 'isHit'): Promise<void> {
    if (this.#pace > 0) await wait(this.#pace * (0.5 + Math.random()));
    for (let touch = 0; touch < TOUCHES; touch++) {
      const spot = await find();
      if (spot === null) return;
      const point = this.#isFrame ? await this.#inPage((given) => globalThis.reader.inFrame(given), spot) : spot;
      if (point === null) continue;
      await this.page.tap(point);
      // A form that has gone with the touch was hit.
      if (await this.page.until(() => this.ask(wish).catch(() => true), HIT_MS)) break;
    }
    await this.ask('settle').catch(() => undefined);
  }
}
