import { join, relative } from 'node:path';
import type { DevError, DevState, RunTimeError } from 'shared-ui/contract';

/** Maximum number of errors to show; more can't be fixed in one go. */
const MAX_SHOWN = 50;

interface ReportOptions {
  /** The package's folder. */
  folder: string;
  /** Writes to the terminal. */
  print(text: string): void;
  /** Sends the current errors to the pages. */
  send(state: DevState): Promise<void>;
}

const WHAT = { types: 'type error', build: 'build error' } as const;

/** Stores the errors of a remote under development, and reports every change to the terminal and the pages. */
export class ErrorReport {
  readonly #options: ReportOptions;
  #state: DevState = { types: [], build: [] };

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** Replaces all type errors or all build errors. */
  set(kind: keyof DevState, errors: DevError[]): void {
    const known = this.#state[kind];
    if (JSON.stringify(known) === JSON.stringify(errors)) return;
    this.#state = { ...this.#state, [kind]: errors.slice(0, MAX_SHOWN) };
    if (errors.length > 0) this.#options.print(`${count(errors.length, WHAT[kind])}\n${this.#lines(errors)}`);
    else this.#options.print(`No more ${WHAT[kind]}s.`);
    void this.#options
      .send(this.#state)
      .catch((thrown: unknown) => this.#options.print(`The errors could not be sent to the page: ${thrown}`));
  }

  /** Prints a run-time error that a page reported. */
  showRunTimeError(error: RunTimeError): void {
    const code = error.code === undefined ? '' : `${error.code}: `;
    this.#options.print(
      `run-time error in ${error.remote}\n${this.#lines([{ ...error, message: code + error.message }])}`,
    );
  }

  #lines(errors: DevError[]): string {
    return errors.map((error) => `  ${this.#place(error)}${error.message.replaceAll('\n', '\n  ')}`).join('\n');
  }

  /** Formats a position in a form that terminals turn into a link. */
  #place({ file, line, column }: DevError): string {
    if (file === undefined) return '';
    const path = relative(process.cwd(), join(this.#options.folder, file));
    return `${[path, line, column].filter((part) => part !== undefined).join(':')}  `;
  }
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
