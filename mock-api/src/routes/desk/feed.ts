import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { DeskFeed, DeskFeedMessage, FeedMessagesQuery } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { dismissMessage, notifyFeed, retryMessage } from '../../repositories/feed/messages.ts';
import { type FeedEntry, findFeedEntry, listFeedEntries, readFeedState } from '../../repositories/feed/overview.ts';
import { type App, ById, routeOptions, type Services } from '../../services/context.ts';
import { type StaffLog, staffLog } from '../../services/desk/log.ts';

function toDeskMessage(entry: FeedEntry, locale: Locale): DeskFeedMessage {
  const { id, sender, type, control_id: controlId, received_at: receivedAt, state, reason, user_id: patientId } = entry;
  const words = reason && translate(locale, `feed.reason.${reason}`);
  return { id, sender, type, controlId, receivedAt, state, reason: words, patientId };
}

interface Decision {
  id: string;
  object: 'feed-retried' | 'feed-dismissed';
  /** Returns false for a message on which nothing is to be decided. */
  decide: (trx: Trx, id: string) => Promise<boolean>;
  locale: Locale;
}

/** @throws ProblemError NOT_FOUND or ALREADY_DECIDED */
async function decideOn(
  { db, database, feed }: Services,
  log: StaffLog,
  { id, object, decide, locale }: Decision,
): Promise<DeskFeedMessage> {
  const entry = await db.transaction().execute(async (trx) => {
    const isDecided = await decide(trx, id);
    const changed = await findFeedEntry(trx, id);
    if (!changed) throw new ProblemError('NOT_FOUND');
    if (!isDecided) throw new ProblemError('ALREADY_DECIDED');
    await notifyFeed(trx, database.engine);
    const subjects = changed.user_id === null ? [] : [changed.user_id];
    await log(trx, { action: 'STAFF_CHANGED', object, subjects, objectId: id });
    return changed;
  });
  feed?.kick();
  return toDeskMessage(entry, locale);
}

const BY_OPERATORS = forStaff('no-patient', 'operator');
const options = routeOptions('desk');

/** The hospital's feed (HL7 v2): what arrives, and what is put aside. */
export async function deskFeedRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/v1/desk/feed',
    options(BY_OPERATORS, 'When the last message came, how long the oldest waits, and how many are in each state', {
      response: { 200: DeskFeed },
    }),
    async (request) => {
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'feed', subjects: [] });
      return readFeedState(db);
    },
  );

  app.get(
    '/api/v1/desk/feed/messages',
    options(BY_OPERATORS, 'Messages of one state, the oldest first; those that are put aside by default', {
      querystring: FeedMessagesQuery,
      response: { 200: Type.Array(DeskFeedMessage) },
    }),
    async (request) => {
      const { state = 'aside', ...page } = request.query;
      const entries = await listFeedEntries(db, { ...pageOf(page), state });
      const subjects = entries.flatMap(({ user_id: id }) => (id === null ? [] : [id]));
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'feed', subjects });
      return entries.map((entry) => toDeskMessage(entry, request.locale));
    },
  );

  app.post(
    '/api/v1/desk/feed/messages/:id/retry',
    options(BY_OPERATORS, 'Try a message again that is put aside, not used or dismissed', {
      params: ById,
      response: { 200: DeskFeedMessage },
    }),
    (request) => {
      const decision = { id: request.params.id, object: 'feed-retried', decide: retryMessage } as const;
      return decideOn(services, staffLog(request), { ...decision, locale: request.locale });
    },
  );

  app.post(
    '/api/v1/desk/feed/messages/:id/dismiss',
    options(BY_OPERATORS, 'Leave a message that is put aside; those that it holds back are tried again', {
      params: ById,
      response: { 200: DeskFeedMessage },
    }),
    (request) => {
      const decision = { id: request.params.id, object: 'feed-dismissed', decide: dismissMessage } as const;
      return decideOn(services, staffLog(request), { ...decision, locale: request.locale });
    },
  );
}
