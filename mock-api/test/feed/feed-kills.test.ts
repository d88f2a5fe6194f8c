/** `kill -9` while the feed arrives: what is acknowledged is stored, and what is sent again counts once. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { copyTemplate } from '../support/database.ts';
import { messageOf, Sender } from '../support/mllp.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/** 100 in a full run (`npm run soak`). */
const KILLS = Number(process.env.FEED_KILLS ?? 3);

const portOf = ({ lines }: ServerProcess): number =>
  lines.map((line) => JSON.parse(line) as { hl7Port?: number }).find(({ hl7Port }) => hl7Port !== undefined)?.hl7Port ??
  0;
/** Of a type that is only kept, so that applying it needs no person. */
const message = (id: string) => messageOf({ id, type: 'ZZZ^Z01' });

describe('kill -9 while the feed arrives', async () => {
  const files = await copyTemplate('demo');
  const env = { ...files.env, HL7_PORT: '0' };
  const { db } = openDatabase<Tables>(readConfig(files.env).database);
  const rows = () => db.selectFrom('feed_message').select(['control_id', 'state']).orderBy('sequence').execute();
  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone())) await setImmediate();
  };
  const settled = async () => (await rows()).every(({ state }) => state !== 'received');

  after(async () => {
    await db.destroy();
    await files.drop();
  });

  it('stores and applies once what was committed without an acknowledgement and is sent again', async () => {
    const first = await startServer(env);
    const impatient = await Sender.connect(portOf(first));
    impatient.socket.pause();
    void impatient.send(message('1'));
    await until(async () => (await rows()).length === 1);
    await first.end('SIGKILL');
    impatient.close();

    const second = await startServer(env);
    const sender = await Sender.connect(portOf(second));
    assert.deepEqual(await sender.send(message('1'), message('2')), ['MSA|AA|1', 'MSA|AA|2']);
    await until(settled);
    assert.deepEqual(
      (await rows()).map((row) => `${row.control_id} ${row.state}`),
      ['1 unused', '2 unused'],
    );
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    assert.match(metrics, /^lodestar_feed_messages_total\{type="ZZZ\^Z01",state="received"\} 1$/m);
    assert.match(metrics, /^lodestar_feed_aside 0$/m);
    await second.end('SIGTERM');
  });

  it(`loses nothing that was acknowledged in ${KILLS} kills, and stores nothing twice`, async () => {
    const acknowledged: string[] = [];
    let number = 100;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServer(env);
      const sender = await Sender.connect(portOf(server));
      const goal = acknowledged.length + 3 + ((kill * 7) % 11);
      let killed: Promise<unknown> | undefined;
      for (;;) {
        // What got no answer is sent again, as senders do.
        const id = String(number);
        const [answer] = await sender.send(message(id));
        if (answer === 'closed') break;
        assert.equal(answer, `MSA|AA|${id}`);
        number += 1;
        if (acknowledged.push(id) === goal) killed = server.end('SIGKILL');
      }
      await killed;
    }
    const last = await startServer(env);
    await until(settled);
    const ids = (await rows()).map((row) => row.control_id).filter((id) => Number(id) >= 100);
    // One more may be stored that was not acknowledged before the last kill.
    assert.deepEqual(ids.slice(0, acknowledged.length), acknowledged);
    assert.ok(ids.length <= acknowledged.length + 1);
    await last.end('SIGTERM');
  });

  it('a process takes over the port of another that was killed', async () => {
    const first = await startServer(env);
    const port = portOf(first);
    const second = await startServer({ ...env, HL7_PORT: String(port) });
    assert.equal(second.lines.filter((line) => line.includes('port of the feed in use')).length, 1);
    await first.end('SIGKILL');
    await until(async () => second.lines.some((line) => line.includes('listening for the feed')));
    const sender = await Sender.connect(port);
    assert.deepEqual(await sender.send(message('taken-over')), ['MSA|AA|taken-over']);
    sender.close();
    await second.end('SIGTERM');
  });
});
