/** The product's own text messages and emails, in the recipient's language, within the limits for text messages. */
import { DAY, HOUR, MINUTE } from '../../common/clock.ts';
import { type Params, toLocale, translate } from '../../common/i18n.ts';
import { isServed, phoneDigits } from '../../common/phone.ts';
import { Problem } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/schema.ts';
import type { MessageGateway } from '../../delivery/outbox.ts';
import { emailOf, type UserRow } from '../../repositories/accounts/users.ts';
import { countFromAddress, countWithin } from './count-within.ts';

/** What a text message is counted against. */
interface TextCause {
  /** Id of the account that causes it. */
  account: string;
  /** Network address of the caller. */
  address: string;
  /** What the limits per number count; by default the recipient's number. */
  limitedBy?: string;
}

type MailKind =
  | 'validate'
  | 'reset'
  | 'accountExists'
  | 'phoneChange'
  | 'phoneChanged'
  | 'passwordChanged'
  | 'secondFactor'
  | 'passkeyAdded'
  | 'accountApproved'
  | 'accountDenied';

const countText = (trx: Trx, key: string, window: number, most: number) =>
  countWithin(trx, { key, window, most }, 'TOO_MANY_TEXTS');

/**
 * Counts a text message within 10 minutes and within an hour.
 * @throws Problem TOO_MANY_TEXTS
 */
async function countFor(trx: Trx, limits: Limits, who: string): Promise<void> {
  await countText(trx, `sms:${who}`, 10 * MINUTE, limits.textsPerNumber);
  await countText(trx, `sms-hour:${who}`, HOUR, limits.textsPerNumberHour);
}

/** Returns the key that counts an account's text messages. */
export const accountTextsKey = (userId: string) => `sms-account:${userId}`;

/** Stores messages, and sends them once they are committed. */
export type MessageStore = Pick<MessageGateway, 'post' | 'kick'>;

export class Notifier {
  readonly #gateway: MessageStore;
  readonly #config: Config;

  constructor(gateway: MessageStore, config: Config) {
    this.#gateway = gateway;
    this.#config = config;
  }

  /**
   * Stores a text message as part of `trx`; its recipient is stored as digits only, country code first
   * (docs/product-rules.md#validation).
   * @throws Problem COUNTRY_NOT_SERVED for a number of another country, TOO_MANY_TEXTS or TOO_MANY_TEXTS_BY_ACCOUNT if
   * a limit is reached
   */
  async text(trx: Trx, to: string, body: string, cause: TextCause): Promise<void> {
    const { account, address, limitedBy = phoneDigits(to) } = cause;
    const { limits } = this.#config;
    const digits = this.#servedDigits(to);
    await countFor(trx, limits, limitedBy);
    await this.#countForAccount(trx, account);
    const ofAddress = { what: 'sms-address', address, most: limits.textsPerAddressHour };
    await countFromAddress(trx, limits, ofAddress, 'TOO_MANY_TEXTS');
    await countText(trx, 'sms-day', DAY, limits.textsPerDay);
    await this.#gateway.post(trx, { channel: 'sms', to: digits, body });
  }

  /**
   * Stores a text message, as part of `trx`, that warns a number of its change. It is counted for that number and for
   * the account that had it, and against no other limit: using up the limit of an address or a day does not suppress a
   * warning.
   * @param changedBy id of the account
   * @throws Problem COUNTRY_NOT_SERVED, TOO_MANY_TEXTS if this number, or others by this account, were warned too
   * often just now, or TOO_MANY_TEXTS_BY_ACCOUNT if the account has used up its text messages of the hour
   */
  async warn(trx: Trx, to: string, body: string, changedBy: string): Promise<void> {
    const digits = this.#servedDigits(to);
    await countFor(trx, this.#config.limits, `changed-by:${changedBy}`);
    await countFor(trx, this.#config.limits, `changed:${digits}`);
    await this.#countForAccount(trx, changedBy);
    await this.#gateway.post(trx, { channel: 'sms', to: digits, body });
  }

  /**
   * Counts a text message that an account causes.
   * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT
   */
  async #countForAccount(trx: Trx, userId: string): Promise<void> {
    const most = this.#config.limits.textsPerAccountHour;
    await countWithin(trx, { key: accountTextsKey(userId), window: HOUR, most }, 'TOO_MANY_TEXTS_BY_ACCOUNT');
  }

  /**
   * Returns the digits of a number that may be texted.
   * @throws Problem COUNTRY_NOT_SERVED
   */
  #servedDigits(to: string): string {
    const { limits, brand } = this.#config;
    const digits = phoneDigits(to);
    if (!isServed(digits, limits.textCountries) && digits !== phoneDigits(brand.supportPhone))
      throw new Problem('COUNTRY_NOT_SERVED');
    return digits;
  }

  /**
   * Stores an email as part of `trx`; a user without an address gets none.
   * @param path what its link opens
   * @param words further values for its sentences
   */
  async mail(trx: Trx, user: UserRow, kind: MailKind, path = '', words: Params = {}): Promise<void> {
    const to = emailOf(user);
    if (to === null) return;
    const locale = toLocale(user.locale);
    const link = `${this.#config.publicUrl}${path}`;
    const params = { ...words, ...this.contacts, name: user.first_name, link };
    await this.#gateway.post(trx, {
      channel: 'email',
      to,
      subject: translate(locale, `mail.${kind}.subject`, params),
      body: translate(locale, `mail.${kind}.body`, params),
    });
  }

  /** Values that messages mention: the product, and its contacts. */
  get contacts(): Params {
    const { name: product, supportEmail: support, supportPhone: phone } = this.#config.brand;
    return { product, support, phone };
  }

  /** Sends what has been committed. */
  kick(): void {
    this.#gateway.kick();
  }
}
