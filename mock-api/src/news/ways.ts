/**
 * The one way that news takes to a user whom no open stream has told: a push to the browser that was here last, else to
 * the next one, else a text message for who chose that. Each step follows only from the certain failure of the one
 * before, in the same transaction, so that nobody hears of one thing twice.
 */
import { after, DAY, SECOND } from '../clock.ts';
import type { Config } from '../config.ts';
import { HOSPITAL_STATUS, type PushPayload, USER_STATUS_EXPIRED } from '../contract.ts';
import type { MessageRow, Trx } from '../db/schema.ts';
import { LANGUAGE_TAGS, toLocale, translate } from '../i18n.ts';
import { type Reader, readersOf } from '../live/audience.ts';
import type { Change } from '../live/changes.ts';
import { type Claim, releaseDelivery, turnDelivery } from '../live/deliveries.ts';
import type { DeliveryFailure } from '../messages/delivery.ts';
import type { Drivers } from '../messages/drivers.ts';
import type { DeliveryLog } from '../messages/gateway.ts';
import { canBeTexted, phoneDigits } from '../phone.ts';
import { insertMessage, triedBrowsers } from '../repositories/messages.ts';
import { dropSubscription, subscriptionsOf } from '../repositories/push-subscriptions.ts';
import { lockThrottle, saveThrottle } from '../repositories/throttles.ts';
import { findUser, type UserRow } from '../repositories/users.ts';
import { countAttention } from './attention.ts';
import { changeOf } from './position.ts';
import { pathOf } from './target.ts';

/** How long a push is tried before a text takes its place: texts go out within a minute of what they tell. */
const PUSH_PATIENCE = 40 * SECOND;

/** Whether an account may hear of anything: that of a session that sees its data. */
const mayHear = (user: UserRow) =>
  user.status_id !== USER_STATUS_EXPIRED &&
  user.email_validated === 1 &&
  user.hospital_status_id === HOSPITAL_STATUS.APPROVED;

/** What a message tells of: its change and who is told. */
const newsIdOf = ({ id }: Change, user: UserRow) => `${id}/${user.id}`;

function claimOf(newsId: string): Claim {
  const [changeId = '', person = ''] = newsId.split('/');
  return { changeId: Number(changeId), person };
}

export class NewsWays {
  readonly #config: Config;
  readonly #drivers: Drivers;
  readonly #log: DeliveryLog;

  constructor(config: Config, drivers: Drivers, log: DeliveryLog) {
    this.#config = config;
    this.#drivers = drivers;
    this.#log = log;
  }

  /** Decides how a reader is told of a change, and queues the message; undefined when nothing reaches them, or nothing is new. */
  async choose(trx: Trx, change: Change, reader: Reader): Promise<'push' | 'text' | undefined> {
    const user = await findUser(trx, reader.person);
    if (!user || !mayHear(user)) return undefined;
    const path = await pathOf(trx, change, reader);
    if (path === undefined) return undefined;
    if (await this.#push(trx, change, user, path)) return 'push';
    return (await this.#text(trx, change, user)) ? 'text' : undefined;
  }

  /** A text tells what was claimed for a push. */
  turnToText = (trx: Trx, claim: Claim): Promise<void> => turnDelivery(trx, claim, 'text');

  /** Another browser, or a text, in the place of a push that certainly did not get through. Returns whether that is settled. */
  async replace(trx: Trx, message: MessageRow, failure: DeliveryFailure): Promise<boolean> {
    if (message.channel !== 'push' || message.news_id === null) return false;
    if (failure.isGone) await dropSubscription(trx, message.recipient);
    const claim = claimOf(message.news_id);
    const change = await changeOf(trx, claim.changeId);
    const reader =
      change && (await readersOf(trx, [change])).get(change)?.find(({ person }) => person === claim.person);
    const channel = change && reader && (await this.choose(trx, change, reader));
    if (channel === 'text') await this.turnToText(trx, claim);
    if (channel === undefined && failure.isGone) await releaseDelivery(trx, 'push', claim);
    return channel !== undefined || failure.isGone;
  }

  async #push(trx: Trx, change: Change, user: UserRow, path: string): Promise<boolean> {
    if (!this.#drivers.push) return false;
    const newsId = newsIdOf(change, user);
    const tried = await triedBrowsers(trx, newsId);
    const browser = (await subscriptionsOf(trx, user.id)).find(({ id }) => !tried.has(id));
    if (!browser) return false;
    const body = JSON.stringify(await this.#payload(trx, change, user, path));
    const deadline = user.text_news === 1 ? { deadlineAt: after(PUSH_PATIENCE, change.at) } : {};
    await insertMessage(trx, { channel: 'push', to: browser.id, body, newsId, ...deadline }, false);
    return true;
  }

  async #payload(trx: Trx, change: Change, user: UserRow, path: string): Promise<PushPayload> {
    const locale = toLocale(user.locale);
    const title = translate(locale, 'news.title', { product: this.#config.brand.name });
    // What happens next is one thing: the newest word of it takes the place of the one before.
    const tag = change.kind === 'next.updated' ? change.kind : newsIdOf(change, user);
    return { title, lang: LANGUAGE_TAGS[locale], path, tag, badge: await countAttention(trx, user.id) };
  }

  async #text(trx: Trx, change: Change, user: UserRow): Promise<boolean> {
    if (user.text_news !== 1) return false;
    const { limits, brand, publicUrl } = this.#config;
    const to = phoneDigits(user.mobile_phone || user.phone_number);
    if (!canBeTexted(to, limits.textCountries) || !(await this.#mayText(trx))) {
      this.#log.warn({ changeId: change.id }, 'news could not be texted: no number, or the limit of the day');
      return false;
    }
    const words = { product: brand.name, link: `${publicUrl}/app` };
    const body = translate(toLocale(user.locale), 'sms.news', words);
    await insertMessage(
      trx,
      { channel: 'sms', to, body, newsId: newsIdOf(change, user) },
      this.#drivers.sms === undefined,
    );
    return true;
  }

  /** Counts a text of today. Returns false once there were as many as there may be. */
  async #mayText(trx: Trx): Promise<boolean> {
    const key = 'sms-news-day';
    const throttle = await lockThrottle(trx, key, DAY);
    if (throttle.count >= this.#config.limits.newsTextsPerDay) return false;
    await saveThrottle(trx, key, { ...throttle, count: throttle.count + 1 });
    return true;
  }
}
