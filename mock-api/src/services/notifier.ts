/** The product's own texts and e-mails, in the receiver's language, within the limits for text messages. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/schema.ts';
import { type Params, toLocale, translate } from '../i18n.ts';
import type { MessageGateway } from '../messages/gateway.ts';
import { phoneDigits } from '../phone.ts';
import { Problem } from '../problems.ts';
import { emailOf, type UserRow } from '../repositories/users.ts';
import { callerKey, isInNetworks } from '../security/address.ts';
import { countWithin } from './count-within.ts';

/** Whom a text is counted for. */
export interface TextCause {
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
   * @throws Problem COUNTRY_NOT_SERVED for a number of another country, TOO_MANY_TEXTS when a limit is reached
   */
  async text(trx: Trx, to: string, body: string, { address, limitedBy = phoneDigits(to) }: TextCause): Promise<void> {
    const { limits, brand } = this.#config;
    const digits = phoneDigits(to);
    const isServed = limits.textCountries.some((code) => digits.startsWith(code));
    if (!isServed && digits !== phoneDigits(brand.supportPhone)) throw new Problem('COUNTRY_NOT_SERVED');
    await countText(trx, `sms:${limitedBy}`, 10 * MINUTE, limits.textsPerNumber);
    await countText(trx, `sms-hour:${limitedBy}`, HOUR, limits.textsPerNumberHour);
    if (!isInNetworks(address, limits.generousNetworks)) {
      await countText(trx, `sms-address:${callerKey(address)}`, HOUR, limits.textsPerAddressHour);
    }
    await countText(trx, 'sms-day', DAY, limits.textsPerDay);
    await this.#gateway.post(trx, { channel: 'sms', to: digits, body });
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
    const { brand, publicUrl } = this.#config;
    const params = {
      ...words,
      name: user.first_name,
      product: brand.name,
      link: `${publicUrl}${path}`,
      support: brand.supportEmail,
    };
    await this.#gateway.post(trx, {
      channel: 'email',
      to,
      subject: translate(locale, `mail.${kind}.subject`, params),
      body: translate(locale, `mail.${kind}.body`, params),
    });
  }

  /** Sends what has been committed. */
  kick(): void {
    this.#gateway.kick();
  }
}
