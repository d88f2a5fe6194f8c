import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyKind } from 'shared-ui/contract';
import type { Chromium, ConsoleLine } from '../browser/launch.ts';
import { PhonePage, type Place, type Spot } from '../browser/page.ts';
import type { PageProxy } from '../browser/page-proxy.ts';
import { READER, type Reader } from './reader.ts';

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

/** What a form says once it is sent (docs/swap-the-surveys-remote.md). */
export const THANKS = 'Thank you for your feedback!';

/** Elements that only a form contains. */
const ANYTHING = 'input, textarea, select, button[type=submit], form button';

/** Events of the demo's story that ask for a survey, matched by name in either language. */
const EVENTS: Record<SurveyKind, RegExp> = {
  admission: /your admission|votre admission/i,
  blood: /your blood test explained|votre analyse de sang/i,
  ecg: /your ECG explained|votre ECG a/i,
  discharge: /your stay|votre séjour/i,
};

/** The options of each choice to take, and the text to type. */
type End = 'first' | 'last';
/** `other`: the last option, unless it is chosen already. */
export type Which = End | 'other';

const textOf = (which: End, field: number) => `${which === 'first' ? 'Kind' : 'Very kind'} people <${field}> é & more`;

/** The display settings of a visit. */
export interface DisplaySettings {
  theme: 'LIGHT' | 'DARK';
  direction: 'ltr' | 'rtl';
  locale: 'en' | 'fr';
}

export const PLAIN: DisplaySettings = { theme: 'LIGHT', direction: 'ltr', locale: 'en' };

/** The session and product of a visit. */
interface VisitOptions {
  chromium: Chromium;
  proxy: PageProxy;
  site: string;
  token: string;
  display?: DisplaySettings | undefined;
  /** Pause before each touch, in milliseconds; 0 for none. */
  pace?: number | undefined;
}

/**
 * Returns the script that stores settings and session on the phone. It runs once, so later writes by the product are
 * kept.
 */
const seedOf = (token: string, display: DisplaySettings) => {
  const settings = JSON.stringify({ ...display, isUserValidated: true, sounds: false });
  return `if (self === top && location.protocol === 'https:' && sessionStorage.getItem('tab') === null) {
  sessionStorage.setItem('tab', '1');
  localStorage.setItem('access-token', ${JSON.stringify(token)});
  localStorage.setItem('settings', ${JSON.stringify(settings)});
}`;
};

/** One patient's session with the product's page on a separate phone, using the surveys through normal input. */
export class Visit {
  readonly page: PhonePage;
  readonly proxy: PageProxy;
  /** The document of the form, in a frame: the kit publishes every remote as a sandboxed one. */
  place: Place;
  readonly #console: ConsoleLine[];
  readonly #consoleFrom: number;
  readonly #site: string;
  readonly #pace: number;

  private constructor(page: PhonePage, { chromium, proxy, site, pace = 0 }: VisitOptions) {
    this.page = page;
    this.proxy = proxy;
    this.place = page.main;
    this.#console = chromium.console;
    this.#consoleFrom = chromium.console.length;
    this.#site = site;
    this.#pace = pace;
  }

  static async begin(options: VisitOptions): Promise<Visit> {
    const { chromium, proxy, token, display = PLAIN } = options;
    const page = await PhonePage.open(chromium, proxy, `${seedOf(token, display)}\n${READER}`);
    const visit = new Visit(page, options);
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
    const isListed = () =>
      this.inPage(() => {
        const heading = document.querySelector('main h1')?.textContent ?? '';
        // The title is set after the list.
        return document.querySelectorAll('main a').length > 4 && heading !== '' && document.title.startsWith(heading);
      });
    if (!(await this.page.until(isListed, PRODUCT_MS))) throw new Error('The list of events does not show');
  }

  /** Opens one survey. Returns whether its form shows fields or a button. */
  async open(survey: SurveyKind): Promise<boolean> {
    const isOpening = async () => !(await this.#isAtEvents());
    const find = (event: string) =>
      [...document.querySelectorAll('main li a')].find(({ textContent }) => new RegExp(event, 'i').test(textContent)) ??
      null;
    const missing = `the app's list no longer offers the survey "${survey}"`;
    // A touch may be lost while the list is still rendering.
    for (let touch = 0; touch < TOUCHES && !(await isOpening()); touch++) {
      await this.#tapInPage(find, EVENTS[survey].source, missing);
      await this.page.until(isOpening);
    }
    return this.shows();
  }

  /** Waits for a form or the app's error message. Returns whether it is a form. */
  async shows(): Promise<boolean> {
    let isShown = false;
    await this.page.until(async () => {
      const frame = await this.page.frame();
      this.place = frame ?? this.place;
      isShown = frame !== undefined && (await this.ask('count', ANYTHING)) > 0;
      return isShown || this.showsErrorMessage();
    });
    return isShown;
  }

  /** Waits until the form has rendered and its console messages so far are in `consoleLines`. */
  async settleConsole(): Promise<void> {
    await this.ask('settle');
    const mark = `mark ${randomUUID()}`;
    // The console of the reader's world can be neither seen nor replaced by the form's scripts.
    await this.page.evaluate(this.place, (line) => console.debug(line), mark);
    const isThere = async () => this.consoleLines().some(({ text }) => text === mark);
    if (!(await this.page.until(isThere, PRODUCT_MS))) throw new Error('The browser does not report its console');
  }

  /** Whether the app has replaced the survey with its error message. */
  showsErrorMessage(): Promise<boolean> {
    return this.inPage(() =>
      /can’t be shown just now|ne peut pas être affiché/.test(document.querySelector('main')?.textContent ?? ''),
    );
  }

  /** Leaves with the app's back arrow and waits for the list. A touch may be lost while the page is moving. */
  async leave(): Promise<void> {
    const arrow = () => document.querySelector('main section [data-grip] h1')?.previousElementSibling ?? null;
    for (let touch = 0; touch < TOUCHES; touch++) {
      await this.#tapInPage(arrow, '', "the app's back arrow can't be pressed");
      if (await this.page.until(() => this.#isAtEvents())) break;
    }
    if (!(await this.#isAtList())) throw new Error("left with the app's back arrow, the list of events doesn't show");
  }

  #isAtEvents(): Promise<boolean> {
    return this.inPage(() => location.pathname.endsWith('/events'));
  }

  /** Waits for the list of events. Returns whether it appeared in time. */
  #isAtList(): Promise<boolean> {
    const isDrawn = () => this.inPage(() => document.querySelectorAll('main a').length > 4);
    return this.page.until(async () => (await this.#isAtEvents()) && (await isDrawn()));
  }

  /** Calls the reader in the form's document. Retries there when the frame has just moved to another process. */
  async ask<K extends keyof Reader>(what: K, ...given: Parameters<Reader[K]>): Promise<Awaited<ReturnType<Reader[K]>>> {
    const call = (): Promise<Awaited<ReturnType<Reader[K]>>> =>
      this.page.evaluate(this.place, `(given) => globalThis.reader.${what}(...given)`, given);
    try {
      return await call();
    } catch (error) {
      const text = await this.inPage(() => {
        const main = document.querySelector<HTMLElement>('main');
        return main?.querySelector('iframe')
          ? undefined
          : (main?.innerText.replaceAll(/\s+/g, ' ').slice(0, 200) ?? '');
      });
      if (text !== undefined) throw new Error(`the app removed the form and shows: ${text}`, { cause: error });
      await this.page.until(() => this.#hasMoved(), MOVE_MS);
      return call().catch((cause: unknown) => {
        throw new Error("the form's document can't be read: it navigated away or its process ended", { cause });
      });
    }
  }

  /** Whether the form's frame has moved since it was found. Updates the place if so. */
  async #hasMoved(): Promise<boolean> {
    const { session, frameId } = this.place;
    this.place = (await this.page.frame()) ?? this.place;
    return this.place.session !== session || this.place.frameId !== frameId;
  }

  /** Fills in every field. Returns the number of choices, and the texts that were typed. */
  async fill(which: End): Promise<{ choices: number; texts: string[] }> {
    const kinds = await this.ask('fields');
    for (const field of kinds.keys()) await this.fillOne(field, which);
    const texts = kinds.flatMap((kind, field) => (kind === 'text' ? [textOf(which, field)] : []));
    return { choices: kinds.length - texts.length, texts };
  }

  /** Changes one field by touch and keyboard. */
  async fillOne(field: number, which: Which): Promise<void> {
    const kind = (await this.ask('fields'))[field];
    const end = which === 'other' ? await this.ask('otherEnd', field) : which;
    await this.#touchField(field, end, kind !== 'choice');
    if (kind === 'list' || kind === 'range')
      await this.page.key(end === 'first' ? 'Home' : 'End', end === 'first' ? 36 : 35);
    if (kind === 'list') await this.page.key('Enter', 13);
    if (kind === 'number') await this.page.type('1');
    if (kind === 'text') await this.#write(field, end);
  }

  /** Touches a field and waits for its focus, which takes time between processes: keys pressed earlier are lost. */
  async #touchField(field: number, which: End, takesKeys: boolean): Promise<void> {
    for (let touch = 0; touch < TOUCHES; touch++) {
      await this.#tap(() => this.ask('spotOf', field, which));
      if (!takesKeys || (await this.page.until(() => this.ask('isFocused', field), FOCUS_MS))) return;
    }
  }

  /** Types a text, and retypes it when characters were lost, as a user would. */
  async #write(field: number, which: End): Promise<void> {
    const text = textOf(which, field);
    const isThere = async () => (await this.ask('values')).some((value) => value.includes(text));
    await this.page.type(text);
    for (let touch = 1; touch < TOUCHES && !(await this.page.until(isThere, HIT_MS)); touch++) {
      await this.#touchField(field, which, true);
      await this.page.selectAll();
      await this.page.type(text);
    }
  }

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
    return this.#isAtList();
  }

  /** Waits for the thank-you message. Returns whether it appeared in time. */
  thanks(): Promise<boolean> {
    return this.page.until(async () => (await this.ask('text')).includes(THANKS));
  }

  /** Returns the console messages of all documents since the visit began. */
  consoleLines(): ConsoleLine[] {
    return this.#console.slice(this.#consoleFrom);
  }

  /** Runs a function in the page's own document. */
  inPage<R>(work: () => R): Promise<Awaited<R>> {
    return this.page.evaluate(this.page.main, work, null);
  }

  /**
   * Touches an element of the app. Virtual lists render distant items only after scrolling.
   * @throws Error with the text `missing` if it doesn't appear
   */
  async #tapInPage(find: (given: string) => Element | null, given: string, missing: string): Promise<void> {
    const call = `async (given) => {
      const element = (${find})(given);
      if (!element) [...document.querySelectorAll('main section li')].at(-1)?.scrollIntoView();
      return globalThis.reader.aim(element);
    }`;
    let spot: Spot | null = null;
    await this.page.until(async () => {
      spot = await this.page.evaluate<string, Spot | null>(this.page.main, call, given);
      return spot !== null;
    });
    if (spot === null) throw new Error(missing);
    await this.page.tap(spot);
  }

  /** Touches a point of the form; again if the page moved during the touch. */
  async #tap(find: () => Promise<Spot | null>, expected: 'isHit' | 'isPressed' = 'isHit'): Promise<void> {
    if (this.#pace > 0) await wait(this.#pace * (0.5 + Math.random()));
    // A form that disappeared with the touch was hit.
    const hasHit = () =>
      this.ask('lastTouch').then(
        (touch) => touch[expected],
        () => true,
      );
    for (let touch = 0; touch < TOUCHES; touch++) {
      const spot = await find();
      if (spot === null) return;
      const point = await this.page.evaluate(this.page.main, (given: Spot) => globalThis.reader.inFrame(given), spot);
      if (point === null) continue;
      await this.page.tap(point);
      if (await this.page.until(hasHit, HIT_MS)) break;
    }
    await this.ask('settle').catch(() => undefined);
  }
}
