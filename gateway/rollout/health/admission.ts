import { createHash, randomBytes } from 'node:crypto';
import { networkOf } from 'server-kit/connections';

/** Rate limit of counted page loads per version and address: burst, and refill per second. */
const BURST = 15;
const TOKENS_PER_SECOND = 1;
/** Once others have this many page loads, a sender's share is limited. */
const MIN_OTHER_PAGES = 20;
/** Maximum share of one sender: below half of the rate at which a version counts as failing. */
const MAX_SHARE = 0.02;
/** Every sender may have this many: fewer than the 20 page loads needed for a verdict. */
const MIN_PAGES = 2;
/** Half-life of a page load in these counts, in milliseconds. */
const HALVING_INTERVAL_MS = 60 * 60_000;
/** Number of senders tracked per version. */
const MAX_SENDERS = 10_000;
/** Reports accepted per counted page load: the first failure, further error codes, web vitals. */
const PER_PAGE = { broke: 1, error: 5, vital: 5 } as const;

type Extra = keyof typeof PER_PAGE;

interface Account {
  pages: number;
  used: Record<Extra, number>;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Counted reports of one version of a remote, by sender. */
class VersionAdmission {
  readonly #accounts = new Map<string, Account>();
  readonly #buckets = new Map<string, Bucket>();
  #total = 0;
  #halvedAt: number;

  constructor(now: number) {
    this.#halvedAt = now;
  }

  page({ address, browser }: Sender, now: number): boolean {
    if (now - this.#halvedAt >= HALVING_INTERVAL_MS || this.#accounts.size > MAX_SENDERS) this.#halve(now);
    if (!this.#isFair(address) || !this.#isFair(browser) || !this.#takeToken(address, now)) return false;
    for (const key of [address, browser]) this.#account(key).pages += 1;
    this.#total += 1;
    return true;
  }

  extra(kind: Extra, { browser }: Sender): boolean {
    const account = this.#accounts.get(browser);
    if (account === undefined || account.used[kind] >= account.pages * PER_PAGE[kind]) return false;
    account.used[kind] += 1;
    return true;
  }

  #account(key: string): Account {
    const account = this.#accounts.get(key) ?? { pages: 0, used: { broke: 0, error: 0, vital: 0 } };
    this.#accounts.set(key, account);
    return account;
  }

  #isFair(key: string): boolean {
    const own = this.#accounts.get(key)?.pages ?? 0;
    const others = this.#total - own;
    return others < MIN_OTHER_PAGES || own < Math.max(MIN_PAGES, Math.floor(others * MAX_SHARE));
  }

  #takeToken(address: string, now: number): boolean {
    const { tokens, at } = this.#buckets.get(address) ?? { tokens: BURST, at: now };
    const filled = Math.min(BURST, tokens + ((now - at) / 1000) * TOKENS_PER_SECOND);
    const isLeft = filled >= 1;
    this.#buckets.set(address, { tokens: isLeft ? filled - 1 : filled, at: now });
    return isLeft;
  }

  #halve(now: number): void {
    this.#halvedAt = now;
    this.#total = Math.floor(this.#total / 2);
    this.#buckets.clear();
    for (const [key, { pages, used }] of this.#accounts) {
      const left = Math.floor(pages / 2);
      if (left === 0) this.#accounts.delete(key);
      const { broke, error, vital } = used;
      const half = { broke: Math.floor(broke / 2), error: Math.floor(error / 2), vital: Math.floor(vital / 2) };
      if (left > 0) this.#accounts.set(key, { pages: left, used: half });
    }
  }
}

/**
 * Decides which reports count, so that one sender can't flip a verdict. No address or browser contributes more than a
 * small part of a version's page loads once others have some, and each address is rate-limited. If a whole hospital
 * shares one address, the counted page loads are a sample.
 */
export class Admission {
  readonly #versions = new Map<string, VersionAdmission>();

  page(version: string, sender: Sender, now: number): boolean {
    const admission = this.#versions.get(version) ?? new VersionAdmission(now);
    this.#versions.set(version, admission);
    return admission.page(sender, now);
  }

  /** Returns whether a page's later report counts: it is limited by its browser's counted page loads. */
  extra(kind: Extra, version: string, sender: Sender): boolean {
    return this.#versions.get(version)?.extra(kind, sender) ?? false;
  }
}

/** The sender of a report, as far as counting requires it. */
export interface Sender {
  /** A network address as a salted hash, which can't be traced back. */
  address: string;
  /** One browser behind that address. */
  browser: string;
}

/** Random per process, so that the hashes are of no use outside it. */
const SALT = randomBytes(32);

const digest = (text: string): string => createHash('sha256').update(SALT).update(text).digest('base64url');

/**
 * Returns hashes that identify a sender while its reports are counted. Address and cohort are not stored.
 * @param cohort from its cookie; undefined without one
 */
export function senderOf(ip: string, cohort: number | undefined): Sender {
  const network = networkOf(ip);
  return { address: digest(network), browser: digest(`${network} ${cohort ?? ''}`) };
}
