import { type Browser, expect, type Locator, type Page } from 'playwright/test';
import type { Phone, Wanted } from './phone.ts';
import { expectNoProblems, type Problems, watchForProblems } from './problems.ts';
import { type Locale, type Translate, wordsOf } from './words.ts';

/** A page of Playwright's, used like a phone. */
export class PagePhone implements Phone {
  readonly page: Page;
  readonly t: Translate;

  constructor(page: Page, locale: Locale = 'en') {
    this.page = page;
    this.t = wordsOf(locale);
  }

  find(wanted: Wanted): Locator {
    return this.#all(wanted).filter({ visible: true }).first();
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
  }

  async sees(...all: Wanted[]): Promise<void> {
    for (const wanted of all) await expect(this.find(wanted), JSON.stringify(wanted)).toBeVisible();
  }

  async seesNo(wanted: Wanted): Promise<void> {
    await expect(this.#all(wanted).filter({ visible: true })).toHaveCount(0);
  }

  async tap(wanted: Wanted): Promise<void> {
    await this.find(wanted).click();
  }

  async fill(wanted: Wanted, value: string): Promise<void> {
    await this.find(wanted).fill(value);
  }

  #all(wanted: Wanted): Locator {
    if ('text' in wanted) return this.page.getByText(wanted.text, { exact: true });
    if ('label' in wanted) return this.page.getByLabel(wanted.label, { exact: true });
    const { role, ...options } = wanted;
    return this.page.getByRole(role as Parameters<Page['getByRole']>[0], { ...options, exact: true });
  }
}

const DESKTOP = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };

/** One person's browser. */
export class Device extends PagePhone {
  readonly problems: Problems;

  private constructor(page: Page, locale: Locale, problems: Problems) {
    super(page, locale);
    this.problems = problems;
  }

  /** Opens a new browser without a session or saved data. */
  static async open(browser: Browser, kind: 'phone' | 'desktop' = 'phone', locale: Locale = 'en'): Promise<Device> {
    const context = await browser.newContext({ ...(kind === 'desktop' ? DESKTOP : {}), locale: `${locale}-CA` });
    const problems = await watchForProblems(context);
    return new Device(await context.newPage(), locale, problems);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    expectNoProblems(this.problems);
  }
}
