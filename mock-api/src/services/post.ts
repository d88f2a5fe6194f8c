/** The product's own texts and e-mails, in the receiver's language, within the limits for text messages. */
import { after, MINUTE, secondsUntil } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/schema.ts';
import { toLocale, translate } from '../i18n.ts';
import type { MessageGateway } from '../messages/gateway.ts';
import { phoneDigits } from '../phone.ts';
import { Problem } from '../problems.ts';
import { lockThrottle, saveThrottle } from '../repositories/throttles.ts';
import type { UserRow } from '../repositories/users.ts';

const TEXTS_PER_WINDOW = 3;
const TEXT_WINDOW = 10 * MINUTE;

type MailKind = 'validate' | 'reset' | 'phoneChanged' | 'passwordChanged';

export class Post {
  readonly #gateway: MessageGateway;
  readonly #config: Config;

  constructor(gateway: MessageGateway, config: Config) {
    this.#gateway = gateway;
    this.#config = config;
  }

  /**
   * Stores a text message as part of `trx`.
   * @param limitedBy what its limit counts: by default the number it goes to
   * @throws Problem TOO_MANY_TEXTS after 3 in 10 minutes
   */
  async text(trx: Trx, to: string, body: string, limitedBy: string = phoneDigits(to)): Promise<void> {
    const key = `sms:${limitedBy}`;
    const throttle = await lockThrottle(trx, key, TEXT_WINDOW);
    if (throttle.count >= TEXTS_PER_WINDOW) {
      const retryAfter = secondsUntil(after(TEXT_WINDOW, throttle.windowStartedAt));
      throw new Problem('TOO_MANY_TEXTS', { retryAfter, params: { minutes: Math.ceil(retryAfter / 60) } });
    }
    await saveThrottle(trx, key, { ...throttle, count: throttle.count + 1 });
    await this.#gateway.post(trx, { channel: 'sms', to, body });
  }

  /** Stores an e-mail as part of `trx`. @param path what its link opens */
  async mail(trx: Trx, user: UserRow, kind: MailKind, path = ''): Promise<void> {
    const locale = toLocale(user.locale);
    const { brand, publicUrl } = this.#config;
    const params = {
      name: user.first_name,
      product: brand.name,
      link: `${publicUrl}${path}`,
      support: brand.supportEmail,
    };
    await this.#gateway.post(trx, {
      channel: 'email',
      to: user.email,
      subject: translate(locale, `mail.${kind}.subject`, params),
      body: translate(locale, `mail.${kind}.body`, params),
    });
  }

  /** Sends what has been committed. */
  kick(): void {
    this.#gateway.kick();
  }
}
