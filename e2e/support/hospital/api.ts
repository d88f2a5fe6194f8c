/** Demo accounts used by the tests (docs/product-rules.md#demo-data). */
export const ACCOUNTS = {
  patient: { email: 'patient@example.org', firstName: 'Jordan', wristband: 'ER10000001', phone: '+1 416 555 0101' },
  second: { email: 'second@example.org', wristband: 'ER10000002', phone: '+1 416 555 0102' },
  professional: { email: 'professional@example.org' },
  unvalidated: { email: 'unvalidated@example.org' },
  review: { email: 'review@example.com' },
  expired: { email: 'expired@example.org', wristband: 'ER10000006' },
  staff: { email: 'staff@example.org' },
} as const;

export type Account = keyof typeof ACCOUNTS;

export const PASSWORD = 'Demo-pass1';

export interface Credentials {
  email: string;
  password: string;
}

interface Story {
  series: { id: string; steps: unknown[] }[];
}

export interface Message {
  id: string;
  channel: 'sms' | 'email';
  to: string;
  subject?: string;
  body: string;
}

const digits = (number: string) => number.replaceAll(/\D/g, '');

const isTo = (recipient: string) => (message: Message) =>
  message.channel === 'email' ? message.to === recipient : digits(message.to) === digits(recipient);

/**
 * Returns the messages sent to an email address or a phone number, newest first.
 * @param origin address of the application
 */
export async function messagesTo(origin: string, recipient: string): Promise<Message[]> {
  const { messages } = (await new Api(origin).call('GET', 'dev/outbox')) as { messages: Message[] };
  return messages.filter(isTo(recipient));
}

/** API client for test setup: does in one call what takes minutes in the UI. */
export class Api {
  readonly #url: string;

  /** @param url base URL of the API or of the gateway in front of it */
  constructor(url: string) {
    this.#url = url;
  }

  /** Sends one request. Throws on any status other than 2xx. */
  async call(
    method: string,
    path: string,
    { token, body, locale }: { token?: string; body?: unknown; locale?: 'en' | 'fr' } = {},
  ): Promise<unknown> {
    const response = await fetch(new URL(`/api/${path}`, this.#url), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(locale === undefined ? {} : { 'accept-language': locale }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async signIn(account: Account | Credentials): Promise<string> {
    const { email, password } = typeof account === 'string' ? { ...ACCOUNTS[account], password: PASSWORD } : account;
    const body = { username: email, password };
    return ((await this.call('POST', 'v1/sessions', { body })) as { token: string }).token;
  }

  /** Signs in with a wristband. Returns the token of a session that still needs its PIN. */
  async scan(wristband: string): Promise<string> {
    return ((await this.call('POST', 'v1/sessions/code', { body: { code: wristband } })) as { token: string }).token;
  }

  /** Resets the demo of the session's user and plays the first `steps` steps of the story (Infinity: all). */
  async playStory(token: string, steps: number): Promise<void> {
    await this.call('GET', 'v1/users/me/reset', { token });
    await this.playOn(token, steps);
  }

  /** Plays the story up to its first `steps` steps (Infinity: all). Playing a step again changes nothing. */
  async playOn(token: string, steps: number): Promise<void> {
    const { series } = (await this.call('GET', 'v1/story', { token })) as Story;
    const last = Math.min(steps, series.find(({ id }) => id === 'patient')?.steps.length ?? 0);
    for (let index = 0; index < last; index += 1) {
      await this.call('POST', `v1/story/patient/steps/${index}`, { token });
    }
  }

  async #bodies(channel: Message['channel'], recipient: string): Promise<string[]> {
    const messages = await messagesTo(this.#url, recipient);
    return messages.filter((message) => message.channel === channel).map(({ body }) => body);
  }

  /** Returns the text messages sent to a number, newest first. */
  texts(number: string): Promise<string[]> {
    return this.#bodies('sms', number);
  }

  mails(address: string): Promise<string[]> {
    return this.#bodies('email', address);
  }

  /** Returns the PIN in the newest text message to a number, or undefined if no message has arrived. */
  async newestPin(to: string): Promise<string | undefined> {
    const [newest] = await this.texts(to);
    return newest?.match(/\b\d{4}\b/)?.[0];
  }
}
