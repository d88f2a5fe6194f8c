import type { Sender } from './senders.ts';

/** Page loads of one version from one address that count at once, and how many more a second. */
const BURST = 15;
const PER_SECOND = 1;
/** With so many page loads of others there is something to be fair to. */
const OTHERS = 20;
/** What one sender may make up beside them: below half of the rate at which a version counts as failing. */
const MOST_SHARE = 0.02;
/** And this many in any case: fewer than make a verdict of 20 page loads. */
const AT_LEAST = 2;
/** So long after it, a page load counts half as much here, in milliseconds. */
const HALVED_MS = 60 * 60_000;
/** Senders of one version that are told apart. */
const MOST_SENDERS = 10_000;
/** How often each may come for every page load: the first failure, further codes, five web vitals. */
const PER_PAGE = { broke: 1, error: 5, vital: 5 } as const;

export type Extra = keyof typeof PER_PAGE;

interface Account {
  pages: number;
  used: Record<Extra, number>;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** What one version of a remote has been sent, by whom. */
class VersionAdmission {
  readonly #accounts = new Map<string, Account>();
  readonly #buckets = new Map<string, Bucket>();
  #total = 0;
  #halvedAt: number;

  constructor(now: number) {
    this.#halvedAt = now;
  }

  page({ address, browser }: Sender, now: number): boolean {
    if (now - this.#halvedAt >= HALVED_MS || this.#accounts.size > MOST_SENDERS) this.#halve(now);
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
    return others < OTHERS || own < Math.max(AT_LEAST, Math.floor(others * MOST_SHARE));
  }

  #takeToken(address: string, now: number): boolean {
    const { tokens, at } = this.#buckets.get(address) ?? { tokens: BURST, at: now };
    const filled = Math.min(BURST, tokens + ((now - at) / 1000) * PER_SECOND);
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
 * Decides which reports count, so that one sender can't flip a verdict: neither an address nor a browser makes up more than
 * a small part of the page loads of a version once others have some, and an address sends only so many a second. Where a
 * whole hospital has one address, the pages that count are a sample of it.
 */
export class Admission {
  readonly #versions = new Map<string, VersionAdmission>();

  /** Whether a page load of a version counts. */
  page(version: string, sender: Sender, now: number): boolean {
    const admission = this.#versions.get(version) ?? new VersionAdmission(now);
    this.#versions.set(version, admission);
    return admission.page(sender, now);
  }

  /** Whether what a page says later of a version counts: as often as its browser had page loads that did. */
  extra(kind: Extra, version: string, sender: Sender): boolean {
    return this.#versions.get(version)?.extra(kind, sender) ?? false;
  }
}
