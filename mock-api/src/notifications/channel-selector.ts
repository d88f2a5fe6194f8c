/**
 * Chooses the single channel that notifies a user whom no open stream has reached: a push to the most recently used
 * browser, then to the next one, then a text message if the user chose that, or is asked the question of the day. Each
 * step only follows the certain failure of the previous one, in the same transaction, so that no one is notified twice.
 */
import { needsAttention } from 'shared-ui/contract';
import { listSharedEvents } from '../access/shared-events.ts';
import { after, HOUR, SECOND } from '../common/clock.ts';
import type { EventBody } from '../common/documents.ts';
import { tagOf, translate } from '../common/i18n.ts';
import { canBeTexted, phoneDigits } from '../common/phone.ts';
import type { JobLog } from '../common/polling-job.ts';
import type { Config } from '../config/config.ts';
import { HOSPITAL_STATUS, type PushPayload, USER_STATUS_EXPIRED } from '../contract.ts';
import type { Db, MessageRow, Trx } from '../db/schema.ts';
import type { DeliveryError } from '../delivery/delivery.ts';
import type { Drivers } from '../delivery/drivers.ts';
import { findUser, localeOf, type UserRow } from '../repositories/accounts/users.ts';
import { findResultTimes } from '../repositories/care/content.ts';
import { findEvent, hasEventAbout, listEvents, viewedOf } from '../repositories/care/events.ts';
import { openAsk } from '../repositories/care/medication-checks.ts';
import { listDayPlans } from '../repositories/care/plans.ts';
import { type Change, changeOf } from '../repositories/changes.ts';
import { type Claim, reassignDelivery, releaseDelivery } from '../repositories/messages/deliveries.ts';
import { insertMessage, triedBrowsers } from '../repositories/messages/messages.ts';
import { deleteSubscription, subscriptionsOf } from '../repositories/messages/push-subscriptions.ts';
import { findNotice } from '../repositories/sharing/return-notices.ts';
import { TextBudgets } from '../services/messages/text-budgets.ts';
import { type Reader, readersOf } from '../stream/audience.ts';

/** Older things (an earlier stay, which another system sends) cause no notification. */
const MAX_AGE = HOUR;

type FindPath = (db: Db, change: Change, reader: Reader) => Promise<string | undefined>;

/** Last part of the path of the question of the day. */
const DAILY_SCREEN = '/daily-question';

/** Returns the path of an event, or undefined once it is deleted, too old, or read by this reader. */
async function eventPath(db: Db, { person, objectId }: Change, reader: Reader): Promise<string | undefined> {
  const event = await findEvent(db, person, objectId);
  if (!event || event.deleted_at !== null || (event.arrived_at ?? event.created_at) < after(-MAX_AGE)) return undefined;
  const isRead =
    person === reader.person ? event.viewed === 1 : (await viewedOf(db, reader.person, person)).has(objectId);
  if (isRead) return undefined;
  const { requestId, dailyQuestion } = JSON.parse(event.document) as EventBody;
  const area = `/profile/${reader.profileId}`;
  if (dailyQuestion !== undefined) return area + DAILY_SCREEN;
  return `${area}/${requestId === undefined ? `events/${objectId}` : 'requests'}`;
}

/** Returns the path of a result that no event announces. */
async function resultPath(db: Db, { person, objectId }: Change, reader: Reader): Promise<string | undefined> {
  const result = await findResultTimes(db, person, objectId);
  if (!result || (result.arrived_at ?? result.results_at) < after(-MAX_AGE)) return undefined;
  const isAnnounced = await hasEventAbout(db, person, objectId);
  return isAnnounced ? undefined : `/profile/${reader.profileId}/results/${objectId}`;
}

/** Returns the path of a plan of the day, or undefined for staff, and once the patient has read it back. */
async function planPath(db: Db, { person, objectId }: Change, { profileId }: Reader): Promise<string | undefined> {
  const plan = (await listDayPlans(db, person, objectId)).find(({ date }) => date === objectId);
  return plan?.readBack === null && profileId !== null ? `/profile/${profileId}/plan` : undefined;
}

/** Returns the path for a supporter who waits for the patient's return once staff have said so; undefined for others. */
async function returnPath(db: Db, { person, at }: Change, reader: Reader): Promise<string | undefined> {
  const { backAt = null } = (reader.permissions && (await findNotice(db, person, reader.person))) ?? {};
  // A change of before says only that they began to wait.
  return backAt !== null && at >= backAt ? '/app' : undefined;
}

/** Returns the path of the medication check that staff have asked a patient for; undefined once it is made. */
async function checkPath(db: Db, { person }: Change, reader: Reader): Promise<string | undefined> {
  if (reader.person !== person || !(await openAsk(db, person))) return undefined;
  return `/profile/${reader.profileId}/medications/check`;
}

const PATHS: Readonly<Partial<Record<Change['kind'], FindPath>>> = {
  'event.created': eventPath,
  'result.created': resultPath,
  'next.updated': async () => '/app',
  'plan.updated': planPath,
  'return.updated': returnPath,
  'medications.updated': checkPath,
};

/**
 * Returns the path that a notification opens, as its reader may see it now; undefined if there is nothing to notify of,
 * or not any more. It reveals nothing about anyone's health.
 */
async function pathOf(db: Db, change: Change, reader: Reader): Promise<string | undefined> {
  return PATHS[change.kind]?.(db, change, reader);
}

/**
 * How long a push is retried before a text message replaces it: text messages are sent within a minute of the change.
 */
const PUSH_RETRY_WINDOW = 40 * SECOND;

const numberOf = (user: UserRow) => phoneDigits(user.mobile_phone || user.phone_number);

/**
 * Returns whether a user may be texted when no push reaches them: those who chose texts, and whoever is asked the question
 * of the day. Without their choice, the number has to be proven: a wrong one belongs to somebody else.
 */
const mayBeTexted = (user: UserRow, path: string) =>
  user.text_news === 1 || (path.endsWith(DAILY_SCREEN) && numberOf(user) === user.proven_digits);

/** Returns whether an account may be notified: one whose session could see its data. */
const canBeNotified = (user: UserRow) =>
  user.status_id !== USER_STATUS_EXPIRED &&
  user.email_validated === 1 &&
  user.hospital_status_id === HOSPITAL_STATUS.APPROVED;

/**
 * Counts the events that need a user's attention, for the app icon, as in the open app
 * (docs/product-rules.md#event-statuses).
 */
async function countAttention(db: Db, userId: string): Promise<number> {
  const shared = (await listSharedEvents(db, userId, 'en')).flatMap(({ items }) => items);
  return [...(await listEvents(db, userId, 'en')), ...shared].filter(needsAttention).length;
}

/** Returns whether a supporter may still learn of a change: support may have ended since the readers were listed. */
async function mayStillLearn(trx: Trx, change: Change, { person, permissions }: Reader): Promise<boolean> {
  if (!permissions) return true;
  const readers = (await readersOf(trx, [change])).get(change) ?? [];
  return readers.some((reader) => reader.person === person);
}

/** Identifies what a message notifies of: the change, and the person notified. */
const notificationIdOf = ({ id }: Change, user: UserRow) => `${id}/${user.id}`;

function claimOf(notificationId: string): Claim {
  const [changeId = '', person = ''] = notificationId.split('/');
  return { changeId: Number(changeId), person };
}

export class ChannelSelector {
  readonly #config: Config;
  readonly #drivers: Drivers;
  readonly #log: JobLog;
  readonly #budgets: TextBudgets;

  constructor(config: Config, drivers: Drivers, log: JobLog) {
    this.#config = config;
    this.#drivers = drivers;
    this.#log = log;
    this.#budgets = new TextBudgets(config.limits, log);
  }

  /**
   * Chooses how to notify a reader of a change, and queues the message. Returns undefined if they cannot be reached,
   * or nothing is new.
   */
  async choose(trx: Trx, change: Change, reader: Reader): Promise<'push' | 'text' | undefined> {
    const user = await findUser(trx, reader.person);
    if (!user || !canBeNotified(user) || !(await mayStillLearn(trx, change, reader))) return undefined;
    const path = await pathOf(trx, change, reader);
    if (path === undefined) return undefined;
    if (await this.#push(trx, change, user, path)) return 'push';
    return mayBeTexted(user, path) && (await this.#text(trx, change, user)) ? 'text' : undefined;
  }

  /** Reassigns to a text message what was claimed for a push. */
  reassignToText = (trx: Trx, claim: Claim): Promise<void> => reassignDelivery(trx, claim, 'text');

  /**
   * Replaces a push that certainly did not get through by another browser or a text message. Returns whether that
   * settles it.
   */
  async replace(trx: Trx, message: MessageRow, failure: DeliveryError): Promise<boolean> {
    if (message.channel !== 'push' || message.news_id === null) return false;
    if (failure.isRecipientRemoved) await deleteSubscription(trx, message.recipient);
    const claim = claimOf(message.news_id);
    const change = await changeOf(trx, claim.changeId);
    const reader =
      change && (await readersOf(trx, [change])).get(change)?.find(({ person }) => person === claim.person);
    const channel = change && reader && (await this.choose(trx, change, reader));
    if (channel === 'text') await this.reassignToText(trx, claim);
    if (channel === undefined && failure.isRecipientRemoved) await releaseDelivery(trx, 'push', claim);
    return channel !== undefined || failure.isRecipientRemoved;
  }

  async #push(trx: Trx, change: Change, user: UserRow, path: string): Promise<boolean> {
    if (!this.#drivers.push) return false;
    const notificationId = notificationIdOf(change, user);
    const tried = await triedBrowsers(trx, notificationId);
    const browser = (await subscriptionsOf(trx, user.id)).find(({ id }) => !tried.has(id));
    if (!browser) return false;
    const body = JSON.stringify(await this.#payload(trx, change, user, path));
    const deadline = mayBeTexted(user, path) ? { deadlineAt: after(PUSH_RETRY_WINDOW, change.at) } : {};
    await insertMessage(trx, { channel: 'push', to: browser.id, body, notificationId, ...deadline }, false);
    return true;
  }

  async #payload(trx: Trx, change: Change, user: UserRow, path: string): Promise<PushPayload> {
    const locale = localeOf(user);
    const title = translate(locale, 'news.title', { product: this.#config.brand.name });
    // Only the latest version of these counts: it replaces the previous notification.
    const isReplaced = ['next.updated', 'plan.updated', 'medications.updated'].includes(change.kind);
    const tag = isReplaced ? change.kind : notificationIdOf(change, user);
    return { title, lang: tagOf(locale), path, tag, badge: await countAttention(trx, user.id) };
  }

  async #text(trx: Trx, change: Change, user: UserRow): Promise<boolean> {
    const { limits, brand, publicUrl } = this.#config;
    const to = numberOf(user);
    if (!canBeTexted(to, limits.textCountries) || (await this.#budgets.take(trx, 'notifications')) !== undefined) {
      this.#log.warn({ changeId: change.id }, 'notification not texted: no number, or daily limit reached');
      return false;
    }
    const words = { product: brand.name, link: `${publicUrl}/app` };
    const body = translate(localeOf(user), 'sms.news', words);
    await insertMessage(
      trx,
      { channel: 'sms', to, body, notificationId: notificationIdOf(change, user) },
      this.#drivers.sms === undefined,
    );
    return true;
  }
}
