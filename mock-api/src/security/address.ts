/** Network addresses as things that are limited. */
import { isIPv6 } from 'node:net';
import { sha256 } from './secrets.ts';

const GROUPS = 8;
/** A household or a phone gets a whole /64: its first four groups are the caller, the rest it may choose. */
const NETWORK_GROUPS = 4;

/** The /64 network of an IPv6 address, its groups without leading zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const start = head === '' ? [] : head.split(':');
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : GROUPS - start.length - end.length;
  const groups = [...start, ...Array<string>(Math.max(0, zeros)).fill('0'), ...end];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** What stands for a caller's address in a counter: a hash, so that the database holds no list of who called. */
export function callerKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const caller = mapped ?? (isIPv6(address) ? networkOf(address) : address);
  return sha256(caller).slice(0, 32);
}
