/** `kill -9` during writes: acknowledged writes survive and nothing is half done. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { CareEvent, CareRequest, DeskRequest, Story } from '../../src/contract.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { copyTemplate } from '../support/database.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInStaff } from './server-sign-in.ts';

/** 100 in a full run (`npm run soak`). */
const KILLS = Number(process.env.CRASH_KILLS ?? 10);
const WRITERS = 4;
/** Number of acknowledged writes before each kill: some kills come early, some late. */
const writesBefore = (kill: number) => 3 + ((kill * 17) % 40);

/** Writes until the connection breaks; calls `acknowledge` with the email of each acknowledged write. */
async function writeUntilDead(server: ServerProcess, name: string, acknowledge: (email: string) => void) {
  for (let index = 0; ; index += 1) {
    const email = `${name}-${index}@example.org`;
    const answer = await server.post('/api/v1/users/poc', { email, name, optIn: true }).catch(() => undefined);
    if (answer === undefined) return;
    assert.equal(answer.status, 204);
    acknowledge(email);
  }
}

/** Plays the story until the connection breaks. Returns the last acknowledged position, or 0 without any response. */
async function playUntilDead(server: ServerProcess, token: string): Promise<number> {
  let position = 0;
  try {
    position = (await server.get<Story>('/api/v1/story', token)).series[0]?.position ?? 0;
    for (; ; position += 1) {
      const { status } = await server.post(`/api/v1/story/patient/steps/${position}`, {}, token);
      if (status === 404) return position;
    }
  } catch {
    return position;
  }
}

describe('kill -9 while writing', () => {
  it(`loses no acknowledged write in ${KILLS} kills, and leaves no step of the story half played`, async () => {
    const files = await copyTemplate('demo');
    const acknowledged: string[] = [];
    let token = '';
    let played = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServer(files.env);
      token ||= await server.signIn();
      const goal = acknowledged.length + writesBefore(kill);
      let writers: Promise<void>[] = [];
      const enough = new Promise<void>((reach) => {
        const acknowledge = (email: string) => {
          if (acknowledged.push(email) >= goal) reach();
        };
        writers = Array.from({ length: WRITERS }, (_, writer) =>
          writeUntilDead(server, `kill${kill}-writer${writer}`, acknowledge),
        );
      });
      const player = playUntilDead(server, token);
      // A writer ends first if a write is refused.
      await Promise.race([enough, ...writers]);
      assert.equal(await server.end('SIGKILL'), null);
      await Promise.all(writers);
      played = Math.max(played, await player);
    }

    const server = await startServer(files.env);
    const { series } = await server.get<Story>('/api/v1/story', token);
    const events = await server.get<CareEvent[]>('/api/events', token);
    await server.end('SIGTERM');
    const { db } = openDatabase<Tables>(readConfig(files.env).database);
    const rows = await db.selectFrom('interest_sign_ups').select('email').execute();
    const stored = new Set(rows.map(({ email }) => email));
    await db.destroy();
    await files.drop();

    assert.ok(acknowledged.length > KILLS * 3);
    const lost = acknowledged.filter((email) => !stored.has(email));
    console.log(`kill -9: ${KILLS} kills, ${acknowledged.length} acknowledged writes, ${lost.length} lost`);
    assert.deepEqual(lost, []);
    assert.ok((series[0]?.position ?? 0) >= played && played > 0);
    assert.equal(events.filter(({ previousStay }) => !previousStay).length, series[0]?.position);
  });

  it('keeps the kind, the level and the owner of each acknowledged request', async () => {
    const files = await copyTemplate('demo');
    const server = await startServer(files.env);
    const [patient, staff] = [await server.signIn(), await signInStaff(server)];
    const taken: { id: string; level: number }[] = [];
    for (let level = 0; level < 5; level += 1) {
      const answer = await server.post('/api/v1/profiles/1/requests', { kind: 'pain', level }, patient);
      const { id } = (await answer.json()) as CareRequest;
      assert.equal((await server.post(`/api/v1/desk/requests/${id}/take`, {}, staff)).status, 200);
      taken.push({ id, level });
    }
    // Another request is in progress when the process dies.
    const pending = server.post('/api/v1/profiles/1/requests', { kind: 'water' }, patient).catch(() => undefined);
    assert.equal(await server.end('SIGKILL'), null);
    await pending;

    const again = await startServer(files.env);
    const requests = await again.get<DeskRequest[]>('/api/v1/desk/requests?status=on-the-way', staff);
    await again.end('SIGTERM');
    await files.drop();
    type Row = (string | number | null | undefined)[];
    const byLevel = (one: Row, other: Row) => Number(one[2]) - Number(other[2]);
    assert.deepEqual(
      requests.map(({ id, kind, level, assignee }) => [id, kind, level, assignee]).toSorted(byLevel),
      taken.map(({ id, level }) => [id, 'pain', level, 'Dana Whitfield']),
    );
  });
});
