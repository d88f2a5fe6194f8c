export interface WindowOptions {
  dark?: boolean;
  userAgent?: string;
}

/**
 * Operations an engine must provide. Finding and waiting are shared by all engines (`phone.ts`), so the list is short.
 * The client is our own: Playwright drives only Firefox and WebKit builds that it downloads, `selenium-webdriver`
 * downloads a driver, `webdriverio` needs over 100 packages, and `puppeteer-core` has no WebKit.
 */
export interface Browser {
  readonly name: string;
  open(url: string): Promise<void>;
  /**
   * Evaluates an expression in the page and awaits a promise.
   * @returns its value, serialised as JSON
   */
  evaluate(expression: string): Promise<unknown>;
  /** Evaluates an expression in the page's only frame, whatever its origin. Throws without a frame. */
  evaluateInFrame(expression: string): Promise<unknown>;
  /** Presses and releases the pointer at a point of the window, in CSS pixels from its top left corner. */
  tap(x: number, y: number): Promise<void>;
  type(characters: string): Promise<void>;
  selectAll(): Promise<void>;
  back(): Promise<void>;
  picture(): Promise<Buffer>;
  /** Page and console errors since the window was opened, one line each, if the engine reports them. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const WINDOW = { width: 390, height: 844 } as const;

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Returns why the engine can't be used on this machine, or undefined when it can. */
  missing(): string | undefined;
  launch(options?: WindowOptions): Promise<Browser>;
}
