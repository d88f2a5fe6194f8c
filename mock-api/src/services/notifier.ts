/** The product's own texts and e-mails, in the receiver's language, within the limits for text messages. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/schema.ts';
import { type Params, toLocale, translate } from '../i18n.ts';
import type { Limits } from '../limits.ts';
import type { MessageGateway } from '../messages/gateway.ts';
import { isServed, phoneDigits } from '../phone.ts';
import { Problem } from '../problems.ts';
import { emailOf, type UserRow } from '../repositories/users.ts';
import { countFromAddress, countWithin } from './count-within.ts';

/** Whom a text is counted for. */
export interface TextCause {
  /** Id of the account that causes it. */
  account: string;
  /** The caller's network address. */
  address: string;
  /** What the limits per number count; by default the number the text goes to. */
  limitedBy?: string;
}

type MailKind =
  | 'validate'
  | 'reset'
  | 'phoneChanged'
  | 'passwordChanged'
  | 'secondFactor'
  | 'passkeyAdded'
  | 'accountApproved'
  | 'accountDenied';

const countText = (trx: Trx, key: string, window: number, most: number) =>
  countWithin(trx, { key, window, most }, 'TOO_MANY_TEXTS');

/** Counts a text within 10 minutes and within an hour. @throws Problem TOO_MANY_TEXTS */
async function countFor(trx: Trx, limits: Limits, who: string): Promise<void> {
  await countText(trx, `sms:${who}`, 10 * MINUTE, limits.textsPerNumber);
  await countText(trx, `sms-hour:${who}`, HOUR, limits.textsPerNumberHour);
}

/** Key of the counter of an account's texts. */
export const accountTextsKey = (userId: string) => `sms-account:${userId}`;

/** Where messages are stored, and what sends them once they are committed. */
export type MessageStore = Pick<MessageGateway, 'post' | 'kick'>;

export class Notifier {
  readonly #gateway: MessageStore;
  readonly #config: Config;

  constructor(gateway: MessageStore, config: Config) {
    this.#gateway = gateway;
    this.#config = config;
  }

  /**
   * Stores a text message as part of `trx`; its recipient is digits alone, country code first (docs/product-rules.md#validation).
   * @throws Problem COUNTRY_NOT_SERVED for a number of another country, TOO_MANY_TEXTS or TOO_MANY_TEXTS_BY_ACCOUNT when a limit is
   * reached
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
   * Stores a text, as part of `trx`, that warns a number of its change. It is counted for that number and for the account that
   * had it, and with nothing else: who uses up what an address or a day may send keeps no warning back.
   * @param changedBy id of the account
   * @throws Problem COUNTRY_NOT_SERVED, TOO_MANY_TEXTS when this number, or others by this account, were just warned as often, or
   * TOO_MANY_TEXTS_BY_ACCOUNT when the account has caused all its texts of the hour
   */
  async warn(trx: Trx, to: string, body: string, changedBy: string): Promise<void> {
    const digits = this.#servedDigits(to);
    await countFor(trx, this.#config.limits, `changed-by:${changedBy}`);
    await countFor(trx, this.#config.limits, `changed:${digits}`);
    await this.#countForAccount(trx, changedBy);
    await this.#gateway.post(trx, { channel: 'sms', to: digits, body });
  }

  /** Counts a text that an account causes. @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT */
  async #countForAccount(trx: Trx, userId: string): Promise<void> {
    const most = this.#config.limits.textsPerAccountHour;
    await countWithin(trx, { key: accountTextsKey(userId), window: HOUR, most }, 'TOO_MANY_TEXTS_BY_ACCOUNT');
  }

  /** The digits of a number that may be texted. @throws Problem COUNTRY_NOT_SERVED */
  #servedDigits(to: string): string {
    const { limits, brand } = this.#config;
    const digits = phoneDigits(to);
    if (!isServed(digits, limits.textCountries) && digits !== phoneDigits(brand.supportPhone))
      throw new Problem('COUNTRY_NOT_SERVED');
    return digits;
  }

  /**
   * Stores an e-mail as part of `trx`; a person without an address gets none.
   * @param path what its link opens
   * @param words what else its sentences name
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

  /** What the words of a message name: the product, and where its people are reached. */
  get contacts(): Params {
    const { name: product, supportEmail: support, supportPhone: phone } = this.#config.brand;
    return { product, support, phone };
  }

  /** Sends what has been committed. */
  kick(): void {
    this.#gateway.kick();
  }
}
