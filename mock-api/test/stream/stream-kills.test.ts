/**
 * Several API processes on one database: a change at one process reaches browsers at the others, and killed processes
 * and cut connections lose and repeat nothing. STREAM_KILLS sets the number of kills.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CareEvent, OutboxMessage } from '../../src/contract.ts';
import { copyTemplate, type TestDatabase } from '../support/database.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { StreamReader } from '../support/stream-reader.ts';

const KILLS = Number(process.env.STREAM_KILLS ?? 3);
const PROCESSES = 3;
const TIMEOUT_MS = 30_000;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** A browser that opens one stream after another, each at another process, resuming from its last change number. */
class Browser {
  readonly received: string[] = [];
  cuts = 0;
  /** Number of resyncs, which refetch everything instead of replaying missed changes. */
  resyncs = 0;
  reader: StreamReader | undefined;
  #last: number | undefined;
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(urlOf: (turn: number) => string, token: string) {
    this.#done = this.#follow(urlOf, token);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.reader?.cut();
    await this.#done;
  }

  async #follow(urlOf: (turn: number) => string, token: string): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      try {
        const from = this.#last === undefined ? {} : { lastEventId: this.#last };
        this.reader = await StreamReader.open(urlOf(turn), token, from);
        await this.reader.ended;
        this.resyncs += this.reader.named('resync').length;
        this.#last = this.reader.lastEventId;
        this.received.push(...this.reader.named('event.created').map(({ data }) => data.id ?? ''));
        this.cuts += 1;
      } catch {
        // No process is listening there at the moment: tries the next one.
        await pause(20);
      }
    }
  }

  /** Ids of all received events, including those on the open stream. */
  get all(): string[] {
    const open = this.reader?.named('event.created').map(({ data }) => data.id ?? '') ?? [];
    return [...this.received, ...open.filter((id) => !this.received.includes(id))];
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
    servers.push(await startServer(files.env));
    const others = Array.from({ length: PROCESSES - 1 }, () => startServer(files.env));
    servers.push(...(await Promise.all(others)));
    patient = await server(0).signIn();
    patientId = (await server(0).get<{ id: string }>('/api/v1/users/me', patient)).id;
    staff = await server(0).signIn('staff@example.org');
    const { messages } = await server(0).get<{ messages: OutboxMessage[] }>('/api/dev/outbox');
    const code = messages.find(({ to }) => to === 'staff@example.org')?.body.match(/\b\d{6}\b/)?.[0];
    assert.equal((await server(0).post('/api/v1/sessions/second-factor', { code }, staff)).status, 200);
  });
  after(async () => {
    await Promise.all(servers.map((process) => process.end('SIGKILL')));
    await files.drop();
  });

  it('delivers a change at one process to browsers at every process', async () => {
    const readers = await Promise.all(servers.map(({ url }) => StreamReader.open(url, patient)));
    for (let index = 0; index < PROCESSES; index += 1) assert.ok(await send(index, `From ${index}`));
    for (const reader of readers) {
      await reader.until(({ messages }) => messages.length === PROCESSES, 'an event of each process');
      const numbers = reader.messages.map(({ id }) => id);
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => one - other),
      );
      await reader.cut();
    }
  });

  it('sign-out at one process ends the session at all processes', async () => {
    const token = await server(0).signIn();
    const reader = await StreamReader.open(server(1).url, token);
    await fetch(`${server(2).url}/api/v1/sessions`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    await reader.ended;
    assert.equal(reader.messages.at(-1)?.event, 'session.ended');
  });

  it('the stream loses and repeats no event when processes are killed', async (test) => {
    const browsers = [0, 1].map((offset) => new Browser((turn) => server(turn + offset).url, patient));
    // Also needed when an assertion fails: an open browser would keep the run from ending.
    test.after(() => Promise.all(browsers.map((browser) => browser.end())));
    while (browsers.some(({ reader }) => reader === undefined)) await pause(5);
    let isOver = false;
    let refused = 0;
    const sending = (async () => {
      for (let count = 0; !isOver; count += 1) {
        if (!(await send(count, `Kill ${count}`))) refused += 1;
        await pause(20);
      }
    })();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const index = kill % PROCESSES;
      await pause(100);
      await server(index).end('SIGKILL');
      await Promise.all(browsers.map(({ reader }) => reader?.cut()));
      servers[index] = await startServer(files.env);
    }
    isOver = true;
    await sending;
    const expected = (await stored('Kill')).map(({ id }) => id).sort();
    const deadline = Date.now() + TIMEOUT_MS;
    for (const browser of browsers) {
      const isThere = () => new Set(browser.all).size >= expected.length;
      while (!isThere() && Date.now() < deadline) await pause(50);
      await browser.end();
      const received = browser.received.filter((id) => expected.includes(id)).sort();
      assert.deepEqual(received, expected, 'each of them, once');
      assert.equal(browser.resyncs, 0);
    }
    const cuts = browsers.map((browser) => browser.cuts).join(' and ');
    console.log(
      `stream kills: ${KILLS} processes killed, connections cut ${cuts} times, ${expected.length} events (${refused} calls refused), 0 lost, 0 twice`,
    );
  });
});
