import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyKind } from 'shared-ui/contract';
import type { Chromium, ConsoleLine } from '../browser/launch.ts';
import { PhonePage, type Place } from '../browser/page.ts';
import type { PageProxy } from '../browser/page-proxy.ts';
import { EVENTS, PLAIN, seedOf, textOf, type VisitOptions } from './options.ts';
import { type Reader, raw, readerIn, type Spot } from './reader.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Time for what the product and the browser always do, in milliseconds: only a page that hangs takes this long. */
const PRODUCT_MS = 60_000;
/** Time until a touched field has focus, in milliseconds; after that it gets none. */
const FOCUS_MS = 3_000;
/** Number of attempts to touch a moving target. */
const TOUCHES = 3;
/**
 * Time for a touch to take effect, in milliseconds. Touching again too early would hit what the first touch opened.
 */
const HIT_MS = 3_000;
/** Maximum time for a frame to move between processes, in milliseconds. */
const MOVE_MS = 3_000;

interface Filled {
  choices: number;
  texts: string[];
}

/** State of the page around the form that a remote could have changed. */
interface PageState {
  title: string;
  address: string;
  storage: string;
  root: string;
  sheets: number;
  listeners: number;
}

/** Elements that only a form contains. */
const ANYTHING = 'input, textarea, select, button[type=submit], form button';

/** One patient's session with the product's page on a separate phone, using the surveys through normal input. */
export class Visit {
  readonly page: PhonePage;
  readonly proxy: PageProxy;
  readonly #chromium: Chromium;
  readonly #consoleFrom: number;
  readonly #site: string;
  readonly #pace: number;
  #main: Place;
  #place: Place;
  #isFrame = false;

  private constructor(chromium: Chromium, page: PhonePage, proxy: PageProxy, options: VisitOptions, main: Place) {
    this.#chromium = chromium;
    this.#consoleFrom = chromium.console.length;
    this.page = page;
    this.proxy = proxy;
    this.#site = options.site;
    this.#pace = options.pace ?? 0;
    this.#main = main;
    this.#place = main;
  }

  /** Opens the list of events. */
  static async begin(chromium: Chromium, proxy: PageProxy, options: VisitOptions): Promise<Visit> {
    const page = await PhonePage.open(chromium, proxy, seedOf(options.token, options.display ?? PLAIN));
    const visit = new Visit(chromium, page, proxy, options, await page.document());
    await visit.load();
    return visit;
  }

  async end(): Promise<void> {
    await this.#quiet();
    await this.page.close();
    await this.#quiet();
  }

  /** Closes the app: the page sees nothing of what happens meanwhile. */
  async close(): Promise<void> {
    await this.#quiet();
    await this.page.go('about:blank');
    await this.#quiet();
  }

  /** Waits for the page's changes to arrive: after a reset of the story, they would change the new one. */
  async #quiet(): Promise<void> {
    await this.page.until(async () => this.proxy.isQuiet, PRODUCT_MS);
  }

  /** Loads the page with the list of events, as if the app had been closed. */
  async load(): Promise<void> {
    await this.page.go(new URL('/profile/1/events', this.#site).href);
    this.#main = await this.page.document();
    const isListed = () =>
      this.#inPage(() => {
        const heading = document.querySelector('main h1')?.textContent ?? '';
        // The title is set after the list.
        return document.querySelectorAll('main a').length > 4 && heading !== '' && document.title.startsWith(heading);
      }, null);
    if (!(await this.page.until(isListed, PRODUCT_MS))) throw new Error('The list of events does not show');
  }

  /** Opens one survey. Returns whether its form shows fields or a button. */
  async open(survey: SurveyKind): Promise<boolean> {
    const isOpening = async () => !(await this.#isAtEvents());
    const find = (event: string) =>
      [...document.querySelectorAll('main li a')].find(({ textContent }) => new RegExp(event, 'i').test(textContent)) ??
      null;
    // A touch may be lost while the list is still rendering.
    for (let touch = 0; touch < 3 && !(await isOpening()); touch++) {
      await this.#tapInPage(find, EVENTS[survey].source);
      await this.page.until(isOpening);
    }
    return this.shows();
  }

  /** Waits for a form or the app's error message. Returns whether it is a form. */
  async shows(): Promise<boolean> {
    let isShown = false;
    await this.page.until(async () => {
      await this.#enter();
      isShown = await this.ask('has', ANYTHING);
      return isShown || this.showsErrorMessage();
    });
    return isShown;
  }

  /** Waits until the form has rendered and its console messages so far are in `consoleLines`. */
  async settleConsole(): Promise<void> {
    await this.ask('settle');
    const mark = `mark ${randomUUID()}`;
    // The console of the reader's world can be neither seen nor replaced by the form's scripts.
    await this.page.evaluate(this.#place, (line) => console.debug(line), mark, this.#prelude());
    const isThere = async () => this.consoleLines().some(({ text }) => text === mark);
    if (!(await this.page.until(isThere, PRODUCT_MS))) throw new Error('The browser does not report its console');
  }

  /** Whether the app has replaced the survey with its error message. */
  showsErrorMessage(): Promise<boolean> {
    return this.#inPage(
      () => /can’t be shown just now|ne peut pas être affiché/.test(document.querySelector('main')?.textContent ?? ''),
      null,
    );
  }

  /** Leaves with the app's back arrow and waits for the list. A touch may be lost while the page is moving. */
  async leave(): Promise<void> {
    const arrow = () => document.querySelector('main section [data-grip] h1')?.previousElementSibling ?? null;
    for (let touch = 0; touch < TOUCHES; touch++) {
      await this.#tapInPage(arrow, '');
      if (await this.page.until(() => this.#isAtEvents())) break;
    }
    if (!(await this.isAtList())) throw new Error('The list of events does not appear again');
  }

  #isAtEvents(): Promise<boolean> {
    return this.#inPage(() => location.pathname.endsWith('/events'), null);
  }

  /** Waits for the list of events. Returns whether it appeared in time. */
  isAtList(): Promise<boolean> {
    const isDrawn = () => this.#inPage(() => document.querySelectorAll('main a').length > 4, null);
    return this.page.until(async () => (await this.#isAtEvents()) && (await isDrawn()));
  }

  /** Calls the reader in the form's document. Retries there when the frame has just moved to another process. */
  async ask<K extends keyof Reader>(what: K, ...given: Parameters<Reader[K]>): Promise<Awaited<ReturnType<Reader[K]>>> {
    const call = raw<{ what: K; given: unknown[] }, ReturnType<Reader[K]>>(
      `({ what, given }) => globalThis.reader[what](...given)`,
    );
    const asked = () => this.page.evaluate(this.#place, call, { what, given }, this.#prelude());
    try {
      return await asked();
    } catch (error) {
      if (!this.#isFrame) throw error;
      const { isFramed, text } = await this.#frameAndText();
      if (!isFramed) throw new Error(`The form was removed, and the app shows: ${text}`, { cause: error });
      await this.page.until(() => this.#hasMoved(), MOVE_MS);
      return asked();
    }
  }

  /** Returns whether the app contains a frame, and the app's text in one line. */
  #frameAndText(): Promise<{ isFramed: boolean; text: string }> {
    return this.#inPage(() => {
      const main = document.querySelector('main');
      const text = main?.innerText.replaceAll(/\s+/g, ' ').slice(0, 200) ?? '';
      return { isFramed: document.querySelector('main iframe') !== null, text };
    }, null);
  }

  /** Whether the form's frame has moved since it was found. Updates the place if so. */
  async #hasMoved(): Promise<boolean> {
    const [frame] = await this.page.frames('');
    if (!frame || (frame.sessionId === this.#place.sessionId && frame.frameId === this.#place.frameId)) return false;
    this.#place = frame;
    return true;
  }

  /** Fills in every field: the first or the last option of each choice, and a text in every text field. */
  async fill(which: 'first' | 'last'): Promise<Filled> {
    const fields = await this.ask('fields');
    for (const field of fields.keys()) await this.fillOne(field, which);
    const texts = fields.flatMap(({ kind }, field) => (kind === 'text' ? [textOf(which, field)] : []));
    return { choices: fields.length - texts.length, texts };
  }

  /** Changes one field by touch and keyboard. */
  async fillOne(field: number, which: 'first' | 'last'): Promise<void> {
    const kind = (await this.ask('fields'))[field]?.kind;
    await this.#touchField(field, which, kind !== 'choice');
    if (kind === 'list' || kind === 'range')
      await this.page.key(which === 'first' ? 'Home' : 'End', which === 'first' ? 36 : 35);
    if (kind === 'list') await this.page.key('Enter', 13);
    if (kind === 'number') await this.page.type('1');
    if (kind === 'text') await this.#write(field, which);
  }

  /** Touches a field and waits for its focus, which takes time between processes: keys pressed earlier are lost. */
  async #touchField(field: number, which: 'first' | 'last', takesKeys: boolean): Promise<void> {
    for (let touch = 0; touch < TOUCHES; touch++) {
      await this.#tap(() => this.ask('spotOf', field, which));
      if (!takesKeys || (await this.page.until(() => this.ask('isFocused', field), FOCUS_MS))) return;
    }
  }

  /** Types a text, and retypes it when characters were lost, as a user would. */
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

  /** Presses the submit button. */
  async send(): Promise<void> {
    await this.#tap(() => this.ask('sendSpot'), 'isPressed');
  }

  /** Presses the controls one by one until the app returns to the list. Returns whether it did. */
  async finish(): Promise<boolean> {
    const presses = await this.ask('count', 'button, a[href], input[type=button]');
    for (let place = 0; place < presses && !(await this.#isAtEvents()); place++) {
      // A form that was already removed has nothing to press: the list is about to show.
      await this.#tap(() => this.ask('pressSpot', place).catch(() => null), 'isPressed');
      await this.page.until(() => this.#isAtEvents(), 1_500);
    }
    return this.isAtList();
  }

  reads(text: string): Promise<boolean> {
    return this.page.until(async () => (await this.ask('text')).includes(text));
  }

  /** Moves the focus to the app's title, before the form. */
  focusBefore(): Promise<void> {
    return this.#inPage(() => document.querySelector<HTMLElement>('main section h1')?.focus(), null);
  }

  /** Returns axe's violations in the form, one line each. */
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

  /** Returns the background colour behind the transparent frame. */
  #backdrop(): Promise<string> {
    return this.#inPage(() => {
      let element: Element | null = document.querySelector('main iframe');
      while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)')
        element = element.parentElement;
      return getComputedStyle(element ?? document.documentElement).backgroundColor;
    }, null);
  }

  /**
   * Sets the background of the form's document with a DevTools style sheet, which scripts can't list. Returns a
   * function that undoes it.
   */
  async #paint(colour: string): Promise<() => Promise<unknown>> {
    const { frameId } = this.#place;
    await this.page.ask(this.#place, 'DOM.enable');
    await this.page.ask(this.#place, 'CSS.enable');
    const { styleSheetId } = await this.page.ask(this.#place, 'CSS.createStyleSheet', { frameId });
    const text = `html { background-color: ${colour} !important; }`;
    await this.page.ask(this.#place, 'CSS.setStyleSheetText', { styleSheetId, text });
    return () => this.page.ask(this.#place, 'CSS.setStyleSheetText', { styleSheetId, text: '' });
  }

  /** Returns the page state that must be the same before and after the form, at the list of events. */
  async around(): Promise<PageState> {
    const seen = await this.#inPage(() => {
      const { documentElement, body } = document;
      // Excludes what the app itself stores: drafts, scroll positions, and the guest it shows.
      const relevantIn = (store: Storage) =>
        Object.entries({ ...store }).filter(([key]) => !/scroll|was|time|^guests$/i.test(key));
      return {
        title: document.title,
        address: location.href,
        storage: JSON.stringify([relevantIn(localStorage), relevantIn(sessionStorage), document.cookie]),
        root: [...documentElement.attributes, ...body.attributes]
          .map(({ name, value }) => `${name}=${value}`)
          .join(' '),
        sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
      };
    }, null);
    return { ...seen, listeners: await this.page.countListeners(this.#main) };
  }

  /** Returns the browser's own counts after a garbage collection. */
  async counted(): Promise<{ nodes: number; heap: number }> {
    const ask = (method: string) => this.page.ask(this.#main, method);
    for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage');
    const { nodes } = await ask('Memory.getDOMCounters');
    const { usedSize } = await ask('Runtime.getHeapUsage');
    return { nodes: Number(nodes), heap: Number(usedSize) };
  }

  /** Returns the names the browser itself defines on the page's window. */
  async browsersNames(): Promise<Set<string>> {
    return new Set(
      await this.page.evaluate(this.#place, () => Object.getOwnPropertyNames(globalThis), null, this.#prelude()),
    );
  }

  /** Returns the console messages of all documents since the visit began. */
  consoleLines(): ConsoleLine[] {
    return this.#chromium.console.slice(this.#consoleFrom);
  }

  /** The form's document. */
  get place(): Place {
    return this.#place;
  }

  /** Whether the form runs in its own frame. */
  get isFramed(): boolean {
    return this.#isFrame;
  }

  get main(): Place {
    return this.#main;
  }

  /** Finds the document that contains the form: its own frame, or the page. */
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

  /** Touches an element of the app. Virtual lists render distant items only after scrolling. */
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

  /** Touches a point of the form; again if the page moved during the touch. */
  async #tap(find: () => Promise<Spot | null>, expected: 'isHit' | 'isPressed' = 'isHit'): Promise<void> {
    if (this.#pace > 0) await wait(this.#pace * (0.5 + Math.random()));
    for (let touch = 0; touch < TOUCHES; touch++) {
      const spot = await find();
      if (spot === null) return;
      const point = this.#isFrame ? await this.#inPage((given) => globalThis.reader.inFrame(given), spot) : spot;
      if (point === null) continue;
      await this.page.tap(point);
      // A form that disappeared with the touch was hit.
      if (await this.page.until(() => this.ask(expected).catch(() => true), HIT_MS)) break;
    }
    await this.ask('settle').catch(() => undefined);
  }
}
