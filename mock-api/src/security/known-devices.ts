/**
 * Known devices: browsers on which an account has fully signed in. A cookie holds the browser's random id, and for each
 * of its accounts a signature of id, account and password. It opens nothing; it exempts its owner from waits that
 * others have caused. A new password ends the signatures. The cookie names no account.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { cookieAttributes, cookieIn } from 'server-kit/http';
import { sameSecret, sha256 } from './secrets.ts';

const NAME = 'lodestar-device';
const HALF_A_YEAR_S = 15_552_000;
/** Accounts that one browser remembers; a shared tablet forgets the oldest. */
const MAX_ACCOUNTS = 5;
const COOKIE_FORM = /^[\w-]{22}(\.[\w-]{43}){0,5}$/;

interface Owner {
  id: string;
  password_hash: string | null;
}

/** Returns a new key for the signatures. */
export const newDeviceKey = (): string => randomBytes(32).toString('base64url');

/** Returns the hash by which an account remembers the browser it was registered with. */
const browserHash = (id: string) => sha256(`browser:${id}`).slice(0, 32);

interface Cookie {
  id: string;
  signatures: string[];
}

export class KnownDevices {
  readonly #key: string | undefined;
  readonly #https: boolean;
  readonly #name: string;

  /** @param key undefined: no cookie is set, and no device is known */
  constructor(key: string | undefined, publicUrl: string) {
    this.#key = key;
    this.#https = publicUrl.startsWith('https:');
    // Browsers accept the prefix only from this host, over https: no other host can plant the cookie.
    this.#name = this.#https ? `__Host-${NAME}` : NAME;
  }

  /** Returns the browser that sent these cookies, as stored with a registration; undefined if it has none. */
  browserOf(header: string | undefined): string | undefined {
    const cookie = this.#read(header);
    return cookie && browserHash(cookie.id);
  }

  /** Returns the browser that sent these cookies if the account has signed in there; undefined if not. */
  recognise(header: string | undefined, user: Owner | undefined): string | undefined {
    const cookie = this.#read(header);
    if (cookie === undefined || user === undefined) return undefined;
    const signature = this.#sign(cookie.id, user);
    return cookie.signatures.some((one) => sameSecret(one, signature)) ? browserHash(cookie.id) : undefined;
  }

  /**
   * Returns the browser of a registration, and the Set-Cookie header that identifies it later; undefined if cookies are
   * off.
   */
  register(header: string | undefined): { browser: string; setCookie: string } | undefined {
    if (this.#key === undefined) return undefined;
    const cookie = this.#read(header) ?? { id: randomBytes(16).toString('base64url'), signatures: [] };
    return { browser: browserHash(cookie.id), setCookie: this.#write(cookie) };
  }

  /** Returns the Set-Cookie header after a full sign-in; undefined if cookies are off. */
  remember(header: string | undefined, user: Owner): string | undefined {
    if (this.#key === undefined) return undefined;
    const { id, signatures } = this.#read(header) ?? { id: randomBytes(16).toString('base64url'), signatures: [] };
    const own = this.#sign(id, user);
    return this.#write({ id, signatures: [own, ...signatures.filter((one) => one !== own)].slice(0, MAX_ACCOUNTS) });
  }

  #read(header: string | undefined): Cookie | undefined {
    if (this.#key === undefined) return undefined;
    const value = cookieIn(header, this.#name);
    if (value === undefined || !COOKIE_FORM.test(value)) return undefined;
    const [id = '', ...signatures] = value.split('.');
    return { id, signatures };
  }

  #write({ id, signatures }: Cookie): string {
    const value = [id, ...signatures].join('.');
    return `${this.#name}=${value}; ${cookieAttributes(HALF_A_YEAR_S, this.#https)}`;
  }

  #sign(id: string, { id: userId, password_hash: passwordHash }: Owner): string {
    return createHmac('sha256', this.#key ?? '')
      .update([id, userId, passwordHash ?? ''].join('\n'))
      .digest('base64url');
  }
}
