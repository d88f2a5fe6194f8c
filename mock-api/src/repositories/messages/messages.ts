import { randomUUID } from 'node:crypto';
import { after, DAY, MINUTE, now } from '../../common/clock.ts';
import { claimFirst } from '../../common/polling-job.ts';
import type { OutboxMessage } from '../../contract.ts';
import type { Db, MessageRow, MessagesTable } from '../../db/schema.ts';

export type MessageChannel = MessagesTable['channel'];

export const MESSAGE_CHANNELS: readonly MessageChannel[] = ['sms', 'email', 'push'];

/** A service has accepted a message. */
export interface Acceptance {
  /** Id assigned by the service. */
  receipt?: string;
  /** The service will report the final state: until then the body is stored, so that the message can be resent. */
  willReport?: boolean;
}

export interface NewMessage {
  channel: MessageChannel;
  to: string;
  subject?: string;
  body: string;
  /** What it notifies of, see `MessagesTable.news_id`. */
  notificationId?: string;
  /** When another channel takes over. */
  deadlineAt?: string;
}

/** A claimed message without a result is retried after this time, in milliseconds. */
const CLAIM = MINUTE;
/** Due messages that a process reads to claim one: several processes then rarely try the same. */
const CANDIDATES = 16;
/** Newest messages that the outbox shows. */
const SHOWN = 200;
/** How long the bodies of messages that failed, or may still fail, are stored. */
const BODY_RETENTION = 7 * DAY;

/**
 * Stores a message.
 * @param delivered true if storing it is all there is to do (the outbox driver)
 */
export async function insertMessage(db: Db, message: NewMessage, delivered: boolean): Promise<void> {
  const time = now();
  await db
    .insertInto('messages')
    .values({
      id: randomUUID(),
      channel: message.channel,
      recipient: message.to,
      subject: message.subject ?? null,
      body: message.body,
      state: delivered ? 'sent' : 'queued',
      attempts: 0,
      next_attempt_at: time,
      created_at: time,
      sent_at: delivered ? time : null,
      deadline_at: message.deadlineAt ?? null,
      news_id: message.notificationId ?? null,
    })
    .execute();
}

/** Deletes notifications that are still to be sent to a person about another person's data. */
export async function deleteQueuedNotifications(db: Db, person: string, owner: string): Promise<void> {
  const queued = await db
    .selectFrom('messages')
    .select(['id', 'news_id'])
    .where('state', '=', 'queued')
    .where('news_id', 'like', `%/${person}`)
    .execute();
  const changeOf = new Map(queued.map(({ id, news_id }) => [id, Number(news_id?.split('/')[0])]));
  if (changeOf.size === 0) return;
  const rows = await db
    .selectFrom('changes')
    .select('id')
    .where('id', 'in', [...changeOf.values()])
    .where('person', '=', owner)
    .execute();
  const about = new Set(rows.map(({ id }) => Number(id)));
  const ids = queued.map(({ id }) => id).filter((id) => about.has(changeOf.get(id) ?? 0));
  if (ids.length > 0) await db.deleteFrom('messages').where('id', 'in', ids).execute();
}

/** Claims one of the messages that have been due longest, for this process alone. Returns undefined if none is due. */
export const claimMessage = (db: Db, channels: readonly MessageChannel[]): Promise<MessageRow | undefined> =>
  claimFirst(
    () =>
      db
        .selectFrom('messages')
        .select(['id', 'next_attempt_at'])
        .where('state', '=', 'queued')
        .where('channel', 'in', channels)
        .where('next_attempt_at', '<=', now())
        .orderBy('next_attempt_at')
        .limit(CANDIDATES)
        .execute(),
    ({ id, next_attempt_at: dueAt }) =>
      db
        .updateTable('messages')
        .set((expression) => ({ attempts: expression('attempts', '+', 1), next_attempt_at: after(CLAIM) }))
        .where('id', '=', id)
        .where('next_attempt_at', '=', dueAt)
        .where('state', '=', 'queued')
        .returningAll()
        .executeTakeFirst(),
  );

/** Selects the row as this process has claimed it: nothing is written once another process has taken it over. */
const claimed = (db: Db, { id, attempts }: MessageRow) =>
  db.updateTable('messages').where('id', '=', id).where('attempts', '=', attempts).where('state', '=', 'queued');

/**
 * Marks a message as sent and clears its body, which may hold a code or a link. The body stays if the service will
 * report the final state.
 */
export async function markSent(
  db: Db,
  message: MessageRow,
  { receipt, willReport = false }: Acceptance,
): Promise<void> {
  await claimed(db, message)
    .set({
      state: 'sent',
      sent_at: now(),
      failure: null,
      receipt: receipt ?? null,
      ...(willReport ? {} : { body: '' }),
    })
    .execute();
}

export async function markRetry(db: Db, message: MessageRow, nextAttemptAt: string, failure: string): Promise<void> {
  await claimed(db, message).set({ next_attempt_at: nextAttemptAt, failure }).execute();
}

/**
 * Stops retrying. A dead letter keeps its body, so that it can be resent. Returns false if the message was no longer
 * this process's.
 */
export async function giveUp(
  db: Db,
  message: MessageRow,
  state: 'failed' | 'replaced',
  failure: string,
): Promise<boolean> {
  const { numUpdatedRows } = await claimed(db, message).set({ state, failure }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the final state that the service reports. A second report changes nothing. */
export async function reportDelivery(
  db: Db,
  receipt: string,
  outcome: 'delivered' | { failure: string },
): Promise<void> {
  const changes =
    outcome === 'delivered'
      ? { delivered_at: now(), body: '' }
      : { state: 'failed' as const, failure: outcome.failure };
  await db
    .updateTable('messages')
    .set(changes)
    .where('receipt', '=', receipt)
    .where('state', '=', 'sent')
    .where('delivered_at', 'is', null)
    .execute();
}

/** Returns the ids of the browsers that a notification was pushed to, or was going to be. */
export async function triedBrowsers(db: Db, notificationId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('messages')
    .select('recipient')
    .where('news_id', '=', notificationId)
    .where('channel', '=', 'push')
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Clears the bodies of old dead letters, and of old messages that a service never reported on. */
export async function clearOldBodies(db: Db): Promise<void> {
  const old = after(-BODY_RETENTION);
  await db
    .updateTable('messages')
    .set({ body: '' })
    .where('body', '!=', '')
    .where('created_at', '<', old)
    .where(({ or, eb, and }) =>
      or([eb('state', 'in', ['failed', 'replaced']), and([eb('state', '=', 'sent'), eb('receipt', 'is not', null)])]),
    )
    .execute();
}

/** Returns what the outbox shows, newest first. */
export async function listMessages(db: Db): Promise<OutboxMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('channel', '!=', 'push')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel === 'email' ? 'email' : 'sms',
    to: row.recipient,
    ...(row.subject === null ? {} : { subject: row.subject }),
    body: row.body,
    sentAt: row.sent_at ?? row.created_at,
  }));
}

/** Returns the number of messages in a state by channel, and when the oldest was created. */
export async function messagesIn(db: Db, state: MessagesTable['state']) {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => ['channel', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('state', '=', state)
    .groupBy('channel')
    .execute();
  const byChannel = new Map(rows.map(({ channel, count, oldest }) => [channel, { count: Number(count), oldest }]));
  return MESSAGE_CHANNELS.map((channel) => ({ channel, ...(byChannel.get(channel) ?? { count: 0, oldest: null }) }));
}

export async function findMessageState(db: Db, id: string): Promise<MessagesTable['state'] | undefined> {
  return (await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirst())?.state;
}

export async function queueAgain(trx: Db, id: string): Promise<void> {
  await trx.updateTable('messages').set({ state: 'queued' }).where('id', '=', id).execute();
}

export async function countByState(db: Db): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}

/** Returns dead letters, newest first, at most `most`. */
export const listDeadLetters = (db: Db, most: number) =>
  db
    .selectFrom('messages')
    .select(['id', 'created_at', 'channel', 'recipient', 'attempts', 'failure'])
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();

/**
 * Queues dead letters whose body is still stored. Returns how many.
 * @param id limits them to one
 */
export async function reviveDeadLetters(db: Db, id?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ state: 'queued', attempts: 0, next_attempt_at: now(), receipt: null, sent_at: null, deadline_at: null })
    .where('state', '=', 'failed')
    .where('body', '!=', '')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns when which texts and emails were sent to these addresses, newest first. */
export const listMessagesTo = (db: Db, recipients: readonly string[]) =>
  db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'created_at', 'sent_at'])
    .where('channel', '!=', 'push')
    .where('recipient', 'in', recipients)
    .orderBy('created_at', 'desc')
    .execute();
