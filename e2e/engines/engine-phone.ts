import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from 'shared-ui/contract/languages';
import type { Phone, Wanted } from '../support/phone/phone.ts';
import { type Translate, wordsOf } from '../support/phone/words.ts';
import type { Browser } from './browsers/browser.ts';
import type { Place } from './in-page.ts';
import { bringKit, describe, focusOf, isAbsent, placeOf, tapHasLanded, textsOf } from './lookup.ts';

/** Timeout for something to appear, in milliseconds. A journey that passes never waits for it, even on a slow machine. */
const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** A browser used like a person would: finds elements by what is visible and waits for them. */
export class EnginePhone implements Phone {
  readonly browser: Browser;
  readonly #origin: string;

  #words = wordsOf('en');

  /** @param origin the product's origin, which URLs are relative to */
  constructor(browser: Browser, origin: string) {
    this.browser = browser;
    this.#origin = origin;
  }

  /** Queries see non-breaking spaces as spaces. */
  readonly t: Translate = (key, values) => this.#words(key, values).replaceAll(/\s/g, ' ');

  speak(language: Language): void {
    this.#words = wordsOf(language);
  }

  open(address: string): Promise<void> {
    return this.browser.open(new URL(address, this.#origin).href);
  }

  async sees(...all: Wanted[]): Promise<void> {
    for (const wanted of all) {
      await this.until(`${describe(wanted)} is seen`, async () => (await this.textsOf(wanted)).length > 0);
    }
  }

  async seesNo(wanted: Wanted): Promise<void> {
    await this.until(`${describe(wanted)} is gone`, async () => (await this.textsOf(wanted)).length === 0);
  }

  /** Taps an element once it is visible, at rest and not covered. Repeats if the tap misses. */
  async tap(wanted: Wanted): Promise<void> {
    let why = '';
    await this.until(
      () => `${describe(wanted)}, which ${why}, can be tapped`,
      async () => {
        const place = (await this.#ask(placeOf(wanted))) as Place;
        if ('why' in place) {
          why = place.why;
          return false;
        }
        await this.browser.tap(place.x, place.y);
        why = 'gets no click';
        // A page that the tap navigates away from may not respond; the next page does.
        const { landed } = await this.until('an answer of the page', async () => ({
          landed: (await this.browser.evaluate(tapHasLanded())) === true,
        }));
        return landed;
      },
    );
  }

  /** Replaces a field's content with a text. Repeats if the page moved the focus meanwhile. */
  async fill(wanted: Wanted, value: string): Promise<void> {
    await this.until(`${describe(wanted)} has what was typed`, async () => {
      await this.tap(wanted);
      if ((await this.#ask(focusOf(wanted))) !== true) return false;
      await this.browser.selectAll();
      await this.browser.type(value);
      return (await this.textsOf(wanted))[0] === value;
    });
  }

  /** Chooses an option of the select with this label, as the device's own picker does. */
  async choose(label: string, value: string): Promise<void> {
    const choose = (name: string, option: string) => {
      const select = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)?.control;
      if (!(select instanceof HTMLSelectElement)) return false;
      select.value = option;
      return select.dispatchEvent(new Event('change', { bubbles: true })) && select.value === option;
    };
    await this.until(`${label} has the option ${value}`, () => this.run(choose, label, value));
  }

  /** Returns the texts of all visible matches; for a field, its value. */
  async textsOf(wanted: Wanted): Promise<string[]> {
    return (await this.#ask(textsOf(wanted))) as string[];
  }

  /** Runs a function in the page from its source text, so it can't use anything else in its module. */
  async run<A extends unknown[], T>(work: (...given: A) => T, ...given: A): Promise<Awaited<T>> {
    const list = given.map((each) => JSON.stringify(each)).join(', ');
    return (await this.browser.evaluate(`(${work.toString()})(${list})`)) as Awaited<T>;
  }

  /**
   * Polls until `look` resolves with a value. Errors, such as those of a page that is navigating, are retried.
   * @param what what is awaited, for the timeout's message
   * @returns what was found: neither false nor undefined
   */
  async until<T>(what: string | (() => string), check: () => Promise<T | undefined | false>): Promise<T> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      let last: unknown;
      const result = await check().catch((thrown: unknown) => {
        last = thrown;
        return undefined;
      });
      if (result !== undefined && result !== false) return result;
      if (Date.now() > deadline) {
        const cause = last instanceof Error ? `: ${last.message}` : '';
        throw new Error(`Never came: ${typeof what === 'string' ? what : what()}${cause}`);
      }
      await wait(POLL_INTERVAL_MS);
    }
  }

  async #ask(question: string): Promise<unknown> {
    const answer = await this.browser.evaluate(question);
    if (!isAbsent(answer)) return answer;
    await this.browser.evaluate(bringKit());
    return this.browser.evaluate(question);
  }
}
