/**
 * Every kind of change x owner, supporter with and without each permission, another patient, an ended session: the
 * stream reveals nothing that a reader may not read. The API's own lists define what that is.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CareEvent, Profile, Result, SupporterPermissions } from '../../src/contract.ts';
import { EVENT_TYPE } from '../../src/contract.ts';
import { ALL_PERMISSIONS } from '../../src/repositories/sharing/supporters.ts';
import { addContent } from '../../src/timeline/timeline.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';
import { type StreamMessage, StreamReader } from '../support/stream-reader.ts';

const NAMES = Object.keys(ALL_PERMISSIONS) as (keyof SupporterPermissions)[];
const TYPES = Object.values(EVENT_TYPE).filter((type) => type !== EVENT_TYPE.SUPPORTER_REQUEST);

const withOn = (isOn: (index: number) => boolean) =>
  Object.fromEntries(NAMES.map((name, index) => [name, isOn(index)])) as SupporterPermissions;

/** All and none, each alone, and all but each; with STREAM_LEAKS=all, every combination. */
function combinations(): SupporterPermissions[] {
  if (process.env.STREAM_LEAKS === 'all') {
    return Array.from({ length: 2 ** NAMES.length }, (_, bits) => withOn((index) => ((bits >> index) & 1) === 1));
  }
  const singles = NAMES.flatMap((_, at) => [withOn((index) => index === at), withOn((index) => index !== at)]);
  return [withOn(() => true), withOn(() => false), ...singles];
}

const text = (words: string) => ({ en: words, fr: words });

describe('the stream’s access control', () => {
  let api: TestApi;
  let url = '';
  let patientId = '';
  const tokens = { patient: '', supporter: '', other: '', staff: '' };
  let share: Awaited<ReturnType<typeof shareWith>>;
  let made = 0;
  const figures = { messages: 0, contents: 0, changes: 0 };

  const ask = async <Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: unknown) => {
    const answer = await api.ask<Body>(method, path, { token, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status}`);
    return answer.body;
  };

  /** Adds an event of each type and a result, as the hospital's systems do. Returns the events' ids. */
  async function addEverything(): Promise<string[]> {
    made += 1;
    const about = (name: string | number) => ({
      key: `leak-${made}-${name}`,
      profileId: 1,
      name: text('Zanzibar'),
      content: text('Zanzibar'),
    });
    const survey = { survey: 'admission' } as const;
    const result = { completedAt: 'Here', media: [], questions: [], performer: 'Dr. Osei', observations: [] };
    await addContent(api.database.db, patientId, {
      events: TYPES.map((type) => ({
        ...about(type),
        type,
        status: 'NOT_VIEWED',
        ...(type === EVENT_TYPE.HOSPITAL ? survey : {}),
      })),
      results: [{ ...about('result'), ...result, type: 1, conclusion: text('Zanzibar') }],
    });
    const all = await ask<CareEvent[]>('GET', '/api/events', tokens.patient);
    return all.slice(0, TYPES.length).map(({ id }) => id);
  }

  const visible = async (token: string) => ({
    events: new Set((await ask<CareEvent[]>('GET', '/api/events', token)).map(({ id }) => id)),
    results: new Set((await ask<Result[]>('GET', '/api/v1/results', token)).map(({ id }) => id)),
    hasNext: (await ask<Profile[]>('GET', '/api/v1/profiles', token)).some(
      ({ id, next }) => id === share.profileId && next !== undefined,
    ),
  });

  before(async () => {
    api = await startApi();
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    tokens.patient = await api.signIn();
    tokens.supporter = await api.signIn('second@example.org');
    tokens.other = await api.signIn('professional@example.org');
    tokens.staff = await api.signInStaff();
    patientId = (await ask<{ id: string }>('GET', '/api/v1/users/me', tokens.patient)).id;
    const own = await StreamReader.open(url, tokens.supporter);
    share = await shareWith(api, tokens.patient, tokens.supporter);
    // Changes from accepting the request may otherwise get their numbers while one of the test's readers is open.
    await own.until((reader) => reader.named('event.removed').length > 0, 'the request, accepted and gone');
    await own.cut();
  });
  after(() => api.close());

  /** Returns an event without the fields that change while the stream delivers it: read state and update time. */
  const saidBy = ({ status: _s, viewed: _v, isRead: _r, isDismissed: _d, updatedAt: _u, ...said }: CareEvent) => said;

  /** Checks that the content of each change equals, field by field, what the list endpoint returns to this reader. */
  function checkContents(who: string, { messages }: StreamReader, list: readonly CareEvent[]) {
    for (const { event, data } of messages) {
      if (!data.event) continue;
      figures.contents += 1;
      const own = list.find(({ id }) => id === data.id);
      assert.ok(own, `a leak to ${who}: what ${event} says`);
      assert.deepEqual(saidBy(data.event), saidBy(own), `what ${event} says to ${who}`);
    }
  }

  /** Makes every kind of change once. Returns what the supporter could read of it, including requests. */
  async function changeEverything(feedback: boolean, whenAdded: () => Promise<void>) {
    const ids = await addEverything();
    await whenAdded();
    const seen = await visible(tokens.supporter);
    const next = { title: 'Zanzibar', content: 'Zanzibar' };
    await ask('PUT', `/api/v1/desk/patients/${patientId}/next`, tokens.staff, next);
    for (const [method, action] of [
      ['POST', '/view'],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const)
      await Promise.all(ids.map((id) => ask(method, `/api/v1/events/${id}${action}`, tokens.patient)));
    const body = { kind: 'question', text: 'Zanzibar' };
    const own = await ask<{ id: string }>('POST', '/api/v1/profiles/1/requests', tokens.patient, body);
    const theirs = feedback
      ? await ask<{ id: string }>('POST', `/api/v1/profiles/${share.profileId}/requests`, tokens.supporter, body)
      : undefined;
    for (const request of [own, theirs]) {
      if (request) await ask('POST', `/api/v1/desk/requests/${request.id}/done`, tokens.staff);
    }
    figures.changes += TYPES.length * 4 + 1 + 1 + (theirs ? 4 : 2);
    return { ids, seen, theirs: theirs?.id };
  }

  type Changed = Awaited<ReturnType<typeof changeEverything>>;

  function mayReceive({ event, data }: StreamMessage, { seen, theirs }: Changed): boolean {
    const id = data.id ?? '';
    if (data.profileId !== share.profileId) return false;
    if (event === 'share.updated') return true;
    if (event === 'request.updated') return id === theirs;
    if (event === 'result.created') return seen.results.has(id);
    if (event === 'next.updated') return seen.hasNext;
    return event.startsWith('event.') && seen.events.has(id);
  }

  it('every change reaches exactly the readers allowed to see it', async () => {
    for (const permissions of combinations()) {
      await share.grant(permissions);
      const ended = await api.signIn();
      const open = async (content: boolean) => ({
        patient: await StreamReader.open(url, tokens.patient, { content }),
        supporter: await StreamReader.open(url, tokens.supporter, { content }),
        other: await StreamReader.open(url, tokens.other, { content }),
        ended: await StreamReader.open(url, ended, { content }),
      });
      const [readers, withContent] = [await open(false), await open(true)];
      await ask('DELETE', '/api/v1/sessions', ended);
      await readers.ended.ended;
      await withContent.ended.ended;
      const changed = await changeEverything(permissions.feedback, () =>
        withContent.patient.until((reader) => reader.named('event.created').length >= TYPES.length, 'the new events'),
      );
      const lists = {
        patient: await ask<CareEvent[]>('GET', '/api/events', tokens.patient),
        supporter: await ask<CareEvent[]>('GET', '/api/events', tokens.supporter),
      };
      // Waits, so that these changes are delivered with the current permissions rather than the next ones.
      await readers.patient.until(
        (reader) => reader.named('event.updated').length >= TYPES.length * 2,
        'the last change of an event, for the patient',
      );
      // Numbers are ordered: a reader with this change has received all earlier ones.
      await share.grant({ ...permissions, carePlans: !permissions.carePlans });
      const afterAll = ({ messages }: StreamReader, past: number) =>
        messages.some(({ event, id }) => event === 'share.updated' && id > past);
      const past = Math.max(...readers.patient.named('event.updated').map(({ id }) => id));
      for (const reader of [readers.patient, readers.supporter, withContent.patient, withContent.supporter]) {
        await reader.until(() => afterAll(reader, past), 'the change after all others');
      }

      for (const { other } of [readers, withContent]) assert.deepEqual(other.messages, [], 'another patient');
      for (const reader of [readers.ended, withContent.ended]) {
        const received = reader.messages.map(({ event }) => event);
        // The permission change from before it was opened may get its number while it is open.
        const others = received.filter((event) => event !== 'share.updated');
        assert.deepEqual(others, ['session.ended'], 'an ended session hears nothing but that');
        assert.equal(received.at(-1), 'session.ended', 'an ended session hears nothing after that');
      }
      checkContents('the patient', withContent.patient, lists.patient);
      checkContents('the supporter', withContent.supporter, lists.supporter);
      for (const message of [...readers.supporter.messages, ...withContent.supporter.messages]) {
        const what = `${message.event} with ${JSON.stringify(permissions)}`;
        assert.ok(mayReceive(message, changed), `a leak to the supporter: ${what}`);
      }
      const received = new Set(readers.supporter.named('event.created').map(({ data }) => data.id));
      const due = changed.ids.filter((id) => changed.seen.events.has(id));
      const missing = due.filter((id) => !received.has(id));
      assert.deepEqual(missing, [], 'the supporter receives every event that they may read');
      const hasNext = readers.supporter.named('next.updated').length > 0;
      assert.equal(hasNext, permissions.statusUpdates, 'the next step, if status updates are shared');
      // The patient's read state is not shared.
      const updates = readers.supporter.named('event.updated').length;
      assert.equal(updates, due.length, 'restored, and not that it was read');
      for (const reader of Object.values(readers)) assert.ok(!reader.text.includes('Zanzibar'), 'no content');
      for (const reader of [...Object.values(withContent), ...Object.values(readers)]) {
        figures.messages += reader.messages.length;
        await reader.cut();
      }
    }
    console.log(
      `stream access: ${combinations().length} sets of permissions x 8 readers, ${figures.changes} changes, ${figures.messages} messages, ${figures.contents} with what they are about, 0 leaks, 0 missing`,
    );
  });
});
