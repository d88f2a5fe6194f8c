import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';

/** Starts a script with settings. `ended` resolves with its exit code and what it printed. */
export function startScript(script: string, args: string[] = [], settings: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
  return { child, ended, output: () => output.trim() };
}

/** Changes settings of this process until the test ends; `undefined` removes one. */
export function changeSettings(test: TestContext, settings: Record<string, string | undefined>): void {
  const change = (values: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]));
  test.after(() => change(before));
  change(settings);
}

/** Runs a command in this process. Returns what it prints. */
export async function printedBy(test: TestContext, run: () => Promise<void>): Promise<string> {
  const log = test.mock.method(console, 'log', () => undefined);
  try {
    await run();
    return log.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n');
  } finally {
    log.mock.restore();
    process.exitCode = undefined;
  }
}

/** Returns the message of the PlainError with which a command fails. */
export async function messageOf(run: Promise<unknown>): Promise<string> {
  const thrown = await run.then(
    () => assert.fail('the command succeeded'),
    (error: Error) => error,
  );
  assert.equal(thrown.name, 'PlainError', thrown.stack);
  return thrown.message;
}

/** Returns the cells of a printed history. Asserts that the first column has the time of each act, and leaves it out. */
export function historyRows(table: string): string[][] {
  const rows = table.split('\n').map((line) => line.split(/ {2,}/));
  for (const [when] of rows.slice(1)) assert.ok(Math.abs(Date.now() - Date.parse(`${when}Z`)) < 120_000, when);
  return rows.map(([, ...cells]) => cells);
}
