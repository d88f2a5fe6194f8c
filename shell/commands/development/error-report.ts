import { join, relative } from 'node:path';
import type { DevError, DevState, RunTimeError } from 'shared-ui/contract';

/** More than anyone mends in one go. */
const MOST_SHOWN = 50;

export interface ReportOptions {
  /** The package's folder. */
  folder: string;
  /** Writes to the terminal. */
  say(text: string): void;
  /** Sends what is wrong now to the pages. */
  send(state: DevState): Promise<void>;
}

const WHAT = { types: 'type error', build: 'build error' } as const;

/** What is wrong with a remote under development: keeps it, and tells the terminal and the pages about every change. */
export class ErrorReport {
  readonly #options: ReportOptions;
  #state: DevState = { types: [], build: [] };

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** Takes all type errors, or all build errors, that there are now. */
  set(kind: keyof DevState, errors: DevError[]): void {
    const known = this.#state[kind];
    if (JSON.stringify(known) === JSON.stringify(errors)) return;
    this.#state = { ...this.#state, [kind]: errors.slice(0, MOST_SHOWN) };
    if (errors.length > 0) this.#options.say(`${count(errors.length, WHAT[kind])}\n${this.#lines(errors)}`);
    else this.#options.say(`No ${WHAT[kind]}s any more.`);
    void this.#options
      .send(this.#state)
      .catch((thrown: unknown) => this.#options.say(`The page can't be told: ${thrown}`));
  }

  /** Shows what a page has seen go wrong. */
  showRunTimeError(error: RunTimeError): void {
    const code = error.code === undefined ? '' : `${error.code}: `;
    this.#options.say(
      `run-time error in ${error.remote}\n${this.#lines([{ ...error, message: code + error.message }])}`,
    );
  }

  #lines(errors: DevError[]): string {
    return errors.map((error) => `  ${this.#place(error)}${error.message.replaceAll('\n', '\n  ')}`).join('\n');
  }

  /** Where it is, as a terminal makes a link of it. */
  #place({ file, line, column }: DevError): string {
    if (file === undefined) return '';
    const path = relative(process.cwd(), join(this.#options.folder, file));
    return `${[path, line, column].filter((part) => part !== undefined).join(':')}  `;
  }
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
