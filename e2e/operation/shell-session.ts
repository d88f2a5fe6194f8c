import { type ChildProcess, spawn } from 'node:child_process';

/** A shell that runs commands one after the other, like a person at a terminal. */
export class ShellSession {
  readonly #shell: ChildProcess;
  #said = '';
  #heard: () => void = () => undefined;
  #count = 0;

  /** @param command starts the shell, which reads its commands from the input */
  constructor(cwd: string, env: NodeJS.ProcessEnv, [file = '', ...args]: string[] = ['bash', '-s']) {
    this.#shell = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text;
        this.#heard();
      });
    }
    this.#shell.once('close', () => this.#heard());
    this.#shell.stdin?.write('set -euo pipefail\n');
  }

  /** Runs commands. Resolves with their output. @throws with their output when one fails */
  async run(commands: string): Promise<string> {
    if (this.#shell.exitCode !== null) throw new Error('An earlier command failed and ended this shell: see there.');
    const end = `@done ${++this.#count}@`;
    const from = this.#said.length;
    this.#shell.stdin?.write(`${commands}\necho '${end}'\n`);
    while (!this.#said.includes(end, from)) {
      if (this.#shell.exitCode !== null) throw new Error(`A command failed:\n${this.#said.slice(from)}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    return this.#said.slice(from).replace(end, '');
  }

  /** Ends the shell and every process started in it. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const { pid, exitCode } = this.#shell;
    if (pid === undefined || exitCode !== null) return;
    const closed = new Promise((resolve) => this.#shell.once('exit', resolve));
    process.kill(-pid, signal);
    await closed;
  }
}
