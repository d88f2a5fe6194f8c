/**
 * Limits of text messages per account, recipient and network address. PINs are counted separately: neither the
 * account's other texts nor a stranger's texts to the same number, or from the same network, use up anyone's PINs.
 */
import { after, DAY, HOUR, MINUTE, secondsUntil } from '../../common/clock.ts';
import { type ProblemCode, ProblemError } from '../../common/problems.ts';
import type { Limits } from '../../config/limits.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { lockThrottle, readThrottle, saveThrottle, type Throttle } from '../../repositories/accounts/throttles.ts';
import { callerKey, isInNetworks } from '../../security/address.ts';

/** How often something may happen within a window, which is in milliseconds. */
interface Allowed {
  key: string;
  window: number;
  most: number;
}

/** Returns a refusal with the time to wait: seconds for `Retry-After`; `minutes` and `hours` for its message. */
export function tooMany(code: ProblemCode, retryAfter: number): ProblemError {
  const params = { minutes: Math.ceil(retryAfter / 60), hours: Math.ceil(retryAfter / 3600) };
  return new ProblemError(code, { retryAfter, params });
}

function refuseReached(throttle: Throttle | undefined, { window, most }: Allowed, code: ProblemCode): void {
  if (throttle === undefined || throttle.count < most) return;
  throw tooMany(code, secondsUntil(after(window, throttle.windowStartedAt)));
}

/**
 * Counts one more. If that is one too many, what was counted in the same transaction is rolled back with it.
 * @throws ProblemError with this code, as `tooMany`
 */
export async function countWithin(trx: Trx, allowed: Allowed, code: ProblemCode): Promise<void> {
  const throttle = await lockThrottle(trx, allowed.key, allowed.window);
  refuseReached(throttle, allowed, code);
  await saveThrottle(trx, allowed.key, { ...throttle, count: throttle.count + 1 });
}

/**
 * Refuses if the limit has been reached, without counting or locking.
 * @throws ProblemError as `countWithin`
 */
async function refuseOver(db: Db, allowed: Allowed, code: ProblemCode): Promise<void> {
  refuseReached(await readThrottle(db, allowed.key, allowed.window), allowed, code);
}

/**
 * Counts one more for a network address within the hour. Networks that the operator has named are not counted.
 * @param what prefix of the counter's key
 * @throws ProblemError as `countWithin`
 */
export async function countFromAddress(
  trx: Trx,
  { generousNetworks }: Pick<Limits, 'generousNetworks'>,
  { what, address, most }: { what: string; address: string; most: number },
  code: ProblemCode,
): Promise<void> {
  if (isInNetworks(address, generousNetworks)) return;
  await countWithin(trx, { key: `${what}:${callerKey(address)}`, window: HOUR, most }, code);
}

export type TextKind = 'pin' | 'text';

const KINDS: readonly TextKind[] = ['pin', 'text'];
/** First part of the counters' keys. */
const PREFIX: Record<TextKind, string> = { pin: 'pin-text', text: 'sms' };

const accountKeys = (kind: TextKind, account: string) => ({
  hour: `${PREFIX[kind]}-account:${account}`,
  day: `${PREFIX[kind]}-account-day:${account}`,
});

const recipientKeys = (kind: TextKind, who: string) => ({
  tenMinutes: `${PREFIX[kind]}:${who}`,
  hour: `${PREFIX[kind]}-hour:${who}`,
  day: `${PREFIX[kind]}-number-day:${who}`,
});

interface Counter extends Allowed {
  code: ProblemCode;
}

function accountCounters(limits: Limits, kind: TextKind, account: string): Counter[] {
  const { hour, day } = accountKeys(kind, account);
  return [
    { key: hour, window: HOUR, most: limits.textsPerAccountHour, code: 'TOO_MANY_TEXTS_BY_ACCOUNT' },
    { key: day, window: DAY, most: limits.textsPerAccountDay, code: 'TOO_MANY_TEXTS_BY_ACCOUNT_TODAY' },
  ];
}

function recipientCounters(limits: Limits, kind: TextKind, who: string): Counter[] {
  const { tenMinutes, hour, day } = recipientKeys(kind, who);
  const counters: Counter[] = [
    { key: tenMinutes, window: 10 * MINUTE, most: limits.textsPerNumber, code: 'TOO_MANY_TEXTS' },
    { key: hour, window: HOUR, most: limits.textsPerNumberHour, code: 'TOO_MANY_TEXTS' },
  ];
  // PINs have no limit per number and day: a patient whose session ends when idle may need one every half hour.
  if (kind === 'text')
    counters.push({ key: day, window: DAY, most: limits.textsPerNumberDay, code: 'TOO_MANY_TEXTS_TODAY' });
  return counters;
}

async function count(trx: Trx, counters: readonly Counter[]): Promise<void> {
  for (const { code, ...allowed } of counters) await countWithin(trx, allowed, code);
}

/** @throws ProblemError TOO_MANY_TEXTS_BY_ACCOUNT or TOO_MANY_TEXTS_BY_ACCOUNT_TODAY */
export const countForAccount = (trx: Trx, limits: Limits, kind: TextKind, account: string): Promise<void> =>
  count(trx, accountCounters(limits, kind, account));

/**
 * @param who the number's digits, or what is counted in its place
 * @throws ProblemError TOO_MANY_TEXTS or TOO_MANY_TEXTS_TODAY
 */
export const countForRecipient = (trx: Trx, limits: Limits, kind: TextKind, who: string): Promise<void> =>
  count(trx, recipientCounters(limits, kind, who));

/** @throws ProblemError TOO_MANY_TEXTS */
export const countForAddress = (trx: Trx, limits: Limits, kind: TextKind, address: string): Promise<void> =>
  countFromAddress(
    trx,
    limits,
    { what: `${PREFIX[kind]}-address`, address, most: limits.textsPerAddressHour },
    'TOO_MANY_TEXTS',
  );

/**
 * Refuses an account that has used up its texts, without counting or locking: a flood of refused requests stays cheap.
 * @throws ProblemError as `countForAccount`
 */
export async function refuseOverAccountLimit(db: Db, limits: Limits, account: string): Promise<void> {
  for (const { code, ...allowed } of accountCounters(limits, 'text', account)) await refuseOver(db, allowed, code);
}

/** Returns the keys of everything counted for an account and its number, to reset it. */
export const textCounterKeys = (account: string, digits: string): string[] =>
  KINDS.flatMap((kind) => [
    ...Object.values(accountKeys(kind, account)),
    ...Object.values(recipientKeys(kind, digits)),
  ]);
