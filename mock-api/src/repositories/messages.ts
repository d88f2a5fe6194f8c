import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after, now } from '../clock.ts';
import type { OutboxMessage } from '../contract.ts';
import type { Db, MessagesTable } from '../db/schema.ts';

export type MessageRow = Selectable<MessagesTable>;

export interface NewMessage {
  channel: MessagesTable['channel'];
  to: string;
  subject?: string;
  body: string;
}

/** A claimed message that was not reported on within this time is tried again, in milliseconds. */
const CLAIM = 60_000;
/** Newest messages that the outbox shows. */
const SHOWN = 200;

/** Stores a message. @param delivered true when keeping it is all there is to do (the outbox driver) */
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
    })
    .execute();
}

/** Takes the oldest message that is due, for this process alone; undefined when none is. */
export async function claimMessage(
  db: Db,
  channels: readonly MessagesTable['channel'][],
): Promise<MessageRow | undefined> {
  const due = await db
    .selectFrom('messages')
    .select(['id', 'next_attempt_at'])
    .where('state', '=', 'queued')
    .where('channel', 'in', channels)
    .where('next_attempt_at', '<=', now())
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  return db
    .updateTable('messages')
    .set((expression) => ({ attempts: expression('attempts', '+', 1), next_attempt_at: after(CLAIM) }))
    .where('id', '=', due.id)
    .where('next_attempt_at', '=', due.next_attempt_at)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

/** A sent message keeps its fact and loses its words: they may hold a code or a link. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db.updateTable('messages').set({ state: 'sent', sent_at: now(), body: '' }).where('id', '=', id).execute();
}

export async function markRetry(db: Db, id: string, nextAttemptAt: string): Promise<void> {
  await db.updateTable('messages').set({ next_attempt_at: nextAttemptAt }).where('id', '=', id).execute();
}

export async function markFailed(db: Db, id: string): Promise<void> {
  await db.updateTable('messages').set({ state: 'failed', body: '' }).where('id', '=', id).execute();
}

/** What the outbox shows, newest first. */
export async function listMessages(db: Db): Promise<OutboxMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    ...(row.subject === null ? {} : { subject: row.subject }),
    body: row.body,
    sentAt: row.sent_at ?? row.created_at,
  }));
}
