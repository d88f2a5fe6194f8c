/** Runs the API, the recorder or a gateway as a real process, to test signals, kills, logs and exit codes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';

const SOURCE = resolve(import.meta.dirname, '../../src');

const started = new Set<ServerProcess>();
/** A test that fails halfway leaves processes behind, which would keep the run from ending. */
after(() => {
  for (const { child } of started) child.kill('SIGKILL');
});

export class ServerProcess {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  url = '';
  errors = '';
  /** Exit code, or null when a signal ended it. */
  readonly exited: Promise<number | null>;

  constructor(env: Record<string, string>, entry: string) {
    const { DATABASE_URL: _unused, ...inherited } = process.env;
    this.child = spawn(process.execPath, [resolve(SOURCE, entry)], {
      env: { ...inherited, PORT: '0', DAILY_QUESTION: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(this);
    this.exited = new Promise((done) => {
      this.child.once('close', (code) => {
        started.delete(this);
        done(code);
      });
    });
    this.child.stderr?.on('data', (chunk) => {
      this.errors += String(chunk);
    });
  }

  /** Resolves when the server is listening; rejects if it exits first. */
  listening(): Promise<this> {
    const { stdout } = this.child;
    assert.ok(stdout);
    return new Promise((done, fail) => {
      createInterface({ input: stdout }).on('line', (line) => {
        this.lines.push(line);
        const { event, port, address } = JSON.parse(line) as { event?: string; port?: number; address?: string };
        // A gateway logs the address instead.
        if (event !== 'listening' && address === undefined) return;
        this.url = address ?? `http://127.0.0.1:${port}`;
        done(this);
      });
      void this.exited.then(() => fail(new Error(`The process ended: ${this.errors}`)));
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }

  post(path: string, body: unknown, token?: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async get<Body>(path: string, token?: string): Promise<Body> {
    const response = await fetch(this.url + path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    return (await response.json()) as Body;
  }

  async signIn(username = 'patient@example.org'): Promise<string> {
    const answer = await this.post('/api/v1/sessions', { username, password: 'Demo-pass1' });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { token: string }).token;
  }
}

export function startServer(env: Record<string, string>, entry = 'server.ts'): Promise<ServerProcess> {
  return new ServerProcess(env, entry).listening();
}
