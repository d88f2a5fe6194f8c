/**
 * Several API processes on one database: a change at one process reaches browsers at the others, and killed processes
 * and cut connections lose and repeat nothing. STREAM_KILLS sets the number of kills.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { CareEvent } from '../../src/contract.ts';
import { signInStaff } from '../operation/server-sign-in.ts';
import { copyTemplate, type TestDatabase } from '../support/database.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/services.ts';
import { StreamReader } from '../support/stream-reader.ts';

const KILLS = Number(process.env.STREAM_KILLS ?? 3);
const PROCESSES = 3;

/** A browser that opens one stream after another, each at another process, resuming from its last change number. */
class Browser {
  readonly readers: StreamReader[] = [];
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(urlOf: (turn: number) => string, token: string) {
    this.#done = this.#follow(urlOf, token);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.cut();
    await this.#done;
  }

  async cut(): Promise<void> {
    await this.readers.at(-1)?.cut();
  }

  async #follow(urlOf: (turn: number) => string, token: string): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      try {
        const last = this.readers.at(-1)?.lastEventId;
        const reader = await StreamReader.open(urlOf(turn), token, last === undefined ? {} : { lastEventId: last });
        this.readers.push(reader);
        await reader.ended;
      } catch {
        // No process is listening there at the moment: tries the next one.
        await wait(20);
      }
    }
  }

  /** Returns the ids of received events. */
  get received(): string[] {
    return this.named('event.created').map(({ data }) => data.id ?? '');
  }

  named(event: string) {
    return this.readers.flatMap((reader) => reader.named(event));
  }
}

describe('the stream over several API processes', () => {
  let files: TestDatabase;
  const servers: ServerProcess[] = [];
  let patient = '';
  let staff = '';
  let patientId = '';

  const server = (index: number): ServerProcess => {
    const found = servers[index % servers.length];
    assert.ok(found);
    return found;
  };
  const send = async (index: number, name: string): Promise<boolean> => {
    const body = { type: 0, name, content: 'News' };
    try {
      return (await server(index).post(`/api/v1/desk/patients/${patientId}/events`, body, staff)).ok;
    } catch {
      return false;
    }
  };
  /** Returns the desk's events with this name prefix from the patient's timeline. */
  const stored = async (name: string) =>
    (await server(0).get<CareEvent[]>('/api/events', patient)).filter((event) => event.name.startsWith(name));

  before(async () => {
    files = await copyTemplate('demo');
    servers.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startServer(files.env)))));
    patient = await server(0).signIn();
    patientId = (await server(0).get<{ id: string }>('/api/v1/users/me', patient)).id;
    staff = await signInStaff(server(0));
  });
  after(async () => {
    await Promise.all(servers.map((process) => process.end('SIGKILL')));
    await files.drop();
  });

  it('sign-out at one process ends the session at all processes', async () => {
    const token = await server(0).signIn();
    const reader = await StreamReader.open(server(1).url, token);
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server(2).url}/api/v1/sessions`, { method: 'DELETE', headers });
    await reader.ended;
    assert.equal(reader.messages.at(-1)?.event, 'session.ended');
  });

  it('the stream loses and repeats no event when processes are killed', async (test) => {
    const browsers = [0, 1].map((offset) => new Browser((turn) => server(turn + offset).url, patient));
    // Also needed when an assertion fails: an open browser would keep the run from ending.
    test.after(() => Promise.all(browsers.map((browser) => browser.end())));
    await until(() => browsers.every(({ readers }) => readers.length > 0));
    let isOver = false;
    let refused = 0;
    const sending = (async () => {
      for (let count = 0; !isOver; count += 1) {
        if (!(await send(count, `Kill ${count}`))) refused += 1;
        await wait(20);
      }
    })();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const index = kill % PROCESSES;
      await wait(100);
      await server(index).end('SIGKILL');
      await Promise.all(browsers.map((browser) => browser.cut()));
      servers[index] = await startServer(files.env);
    }
    isOver = true;
    await sending;
    const expected = (await stored('Kill')).map(({ id }) => id).sort();
    for (const browser of browsers) {
      await until(() => new Set(browser.received).size >= expected.length);
      await browser.end();
      const received = browser.received.filter((id) => expected.includes(id)).sort();
      assert.deepEqual(received, expected, 'each of them, once');
      assert.deepEqual(browser.named('resync'), [], 'missed changes are replayed');
    }
    const cuts = browsers.map(({ readers }) => readers.length).join(' and ');
    console.log(
      `stream kills: ${KILLS} processes killed, connections cut ${cuts} times, ${expected.length} events (${refused} calls refused), 0 lost, 0 twice`,
    );
  });
});
