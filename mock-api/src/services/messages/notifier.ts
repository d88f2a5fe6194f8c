/** The product's own text messages and emails, in the recipient's language, within the limits for text messages. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { replaceLinks } from 'shared-ui/contract';
import { isCountry } from 'shared-ui/contract/phone';
import { type Locale, type Params, tagOf, translate } from '../../common/i18n.ts';
import { canExist, isPremium, isServed, phoneDigits } from '../../common/phone.ts';
import type { JobLog } from '../../common/polling-job.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { Trx } from '../../db/schema.ts';
import type { MessageGateway } from '../../delivery/outbox.ts';
import { emailOf, localeOf, provenEmailOf, type UserRow } from '../../repositories/accounts/users.ts';
import { countForAccount, countForAddress, countForRecipient, type TextKind, tooMany } from './limits.ts';
import { TextBudgets } from './text-budgets.ts';

interface TextCause {
  account: string;
  address: string;
  /** What the limits per number count; by default the recipient's number. */
  limitedBy?: string;
}

type MailKind =
  | 'validate'
  | 'reset'
  | 'firstPassword'
  | 'accountExists'
  | 'phoneChange'
  | 'phoneChanged'
  | 'passwordChanged'
  | 'secondFactor'
  | 'passkeyAdded'
  | 'authenticatorAdded'
  | 'accountApproved'
  | 'accountDenied';

const BUDGET = { pin: 'pins', text: 'texts' } as const;
const USED_UP = { pin: 'TOO_MANY_PINS_TODAY', text: 'TOO_MANY_TEXTS_TODAY' } as const;

/** Stores messages, and sends them once they are committed. */
export type MessageStore = Pick<MessageGateway, 'post' | 'kick'>;

export class Notifier {
  readonly #gateway: MessageStore;
  readonly #config: Config;
  readonly #budgets: TextBudgets;

  constructor(gateway: MessageStore, config: Config, log: JobLog) {
    this.#gateway = gateway;
    this.#config = config;
    this.#budgets = new TextBudgets(config.limits, log);
  }

  /**
   * Stores a text message as part of `trx`; its recipient is stored as digits only, country code first
   * (docs/product-rules.md#validation). No other text message counts against the limits of one with a PIN.
   * @throws ProblemError COUNTRY_NOT_SERVED for a number of another country, or TOO_MANY_TEXTS… or TOO_MANY_PINS_TODAY if a
   * limit is reached
   */
  async text(trx: Trx, to: string, body: string, cause: TextCause, kind: TextKind = 'text'): Promise<void> {
    const { account, address, limitedBy = phoneDigits(to) } = cause;
    const { limits } = this.#config;
    const digits = this.#servedDigits(to);
    await countForRecipient(trx, limits, kind, limitedBy);
    await countForAccount(trx, limits, kind, account);
    await countForAddress(trx, limits, kind, address);
    const wait = await this.#budgets.take(trx, BUDGET[kind]);
    if (wait !== undefined) throw tooMany(USED_UP[kind], wait);
    await this.#gateway.post(trx, { channel: 'sms', to: digits, body });
  }

  /**
   * Stores a text message, as part of `trx`, that warns a number of its change. It is counted for that number and for
   * the account that had it, and against no other limit: using up the limit of an address or a day does not suppress a
   * warning.
   * @param changedBy id of the account
   * @throws ProblemError COUNTRY_NOT_SERVED, TOO_MANY_TEXTS if this number was warned too often just now, or
   * TOO_MANY_TEXTS_BY_ACCOUNT… if the account has used up its text messages
   */
  async warn(trx: Trx, to: string, body: string, changedBy: string): Promise<void> {
    const digits = this.#servedDigits(to);
    const { limits } = this.#config;
    await countForRecipient(trx, limits, 'text', `changed:${digits}`);
    await countForAccount(trx, limits, 'text', changedBy);
    await this.#gateway.post(trx, { channel: 'sms', to: digits, body });
  }

  /** @throws ProblemError COUNTRY_NOT_SERVED */
  #servedDigits(to: string): string {
    const { limits, brand } = this.#config;
    const digits = phoneDigits(to);
    const isAllowed = !isPremium(to) && isServed(digits, limits.textCountries);
    if (!isAllowed && digits !== phoneDigits(brand.supportPhone)) throw new ProblemError('COUNTRY_NOT_SERVED');
    return digits;
  }

  /**
   * Stores an email as part of `trx`; a user without a proven address gets none. Only `firstPassword`, which names no
   * one, goes to an address that may be a stranger's.
   * @param path what its link opens
   * @param words further values for its sentences
   */
  async mail(trx: Trx, user: UserRow, kind: MailKind, path = '', words: Params = {}): Promise<void> {
    const to = kind === 'firstPassword' ? emailOf(user) : provenEmailOf(user);
    if (to === null) return;
    const locale = localeOf(user);
    const link = `${this.#config.publicUrl}${path}`;
    const params = {
      ...words,
      ...this.contacts,
      name: nameInMessage(user.preferred_name ?? user.first_name, locale),
      link,
    };
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

  kick(): void {
    this.#gateway.kick();
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    notifier: Notifier;
  }
}

export const messages = fastifyPlugin(async (app: FastifyInstance) => {
  const { db, config, log, messageGateway, metrics } = app;
  app.decorate('notifier', new Notifier(messageGateway, config, log));
  new TextBudgets(config.limits, log).measure(metrics, db);
});

/** Longest name in a message, in characters: a longer one could hold a whole message. */
const NAME_LENGTH = 40;

/** Returns a text with its links replaced by a note. */
export const withoutLinks = (text: string, locale: Locale): string =>
  replaceLinks(text, translate(locale, 'sms.linkRemoved'));

/** Returns a name for a message: on one line, shortened, and without links, which older accounts may have in it. */
export function nameInMessage(name: string, locale: Locale): string {
  const line = withoutLinks(name, locale).replace(/\s+/g, ' ').trim();
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH - 1).trimEnd()}…` : line;
}

/** Fields that take a phone number, each with a message for an invalid one. */
type PhoneField = 'phoneNumber' | 'mobilePhone' | 'phone';

/**
 * Rejects a number that can never be texted when it is entered.
 * @param field name of the field in the request's body
 * @throws ProblemError VALIDATION for a number of a country that is not served, with the countries that are, and for a
 * number that cannot exist
 */
export function refuseNumber(
  { limits: { textCountries } }: Pick<Config, 'limits'>,
  field: PhoneField,
  number: string,
  locale: Locale,
): void {
  if (textCountries !== undefined && !isServed(phoneDigits(number), textCountries)) {
    const names = new Intl.DisplayNames(tagOf(locale), { type: 'region' });
    const countries = textCountries.map((area) => (isCountry(area) ? names.of(area) : `+${area}`)).join(', ');
    throw new ProblemError('VALIDATION', {
      fields: { [field]: translate(locale, 'field.phoneNumber.country', { countries }) },
    });
  }
  if (canExist(number)) return;
  throw new ProblemError('VALIDATION', { fields: { [field]: translate(locale, `field.${field}.pattern`) } });
}
