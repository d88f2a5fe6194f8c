/** How a window is opened, besides its size: that of a phone. */
export interface Look {
  /** Whether the system asks for dark pages. */
  dark?: boolean;
  /** What the browser calls itself, where it shall not be its own name. */
  userAgent?: string;
}

/** What is asked of an engine. Finding and waiting are the same for all of them (`phone.ts`), so this is little. */
export interface Browser {
  /** Name and version, as the browser itself says them. */
  readonly name: string;
  /** Opens an address and returns when its document is there. */
  open(url: string): Promise<void>;
  /**
   * Runs an expression in the page; a promise is waited for.
   * @returns its value, as far as JSON has it
   */
  evaluate(expression: string): Promise<unknown>;
  /** The same in the page's only frame, whatever its origin. Throws when there is none. */
  evaluateInFrame(expression: string): Promise<unknown>;
  /** Presses and releases the pointer at a place of the window, in CSS pixels from its top left corner. */
  tap(x: number, y: number): Promise<void>;
  /** Presses the keys of these characters one after the other. */
  type(characters: string): Promise<void>;
  /** Selects all of the text in the field that has the focus. */
  selectAll(): Promise<void>;
  back(): Promise<void>;
  /** What the window shows, as PNG. */
  picture(): Promise<Buffer>;
  /** Errors of pages and console since the window was opened, a line each, as far as the engine tells them. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const WINDOW = { width: 390, height: 844 } as const;

/** An engine on this machine. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Why it can't be used here, in a sentence; undefined when it can. */
  missing(): string | undefined;
  /** Opens one window with a profile of its own. */
  launch(look?: Look): Promise<Browser>;
}
