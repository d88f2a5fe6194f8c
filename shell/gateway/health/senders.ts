import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Who sent a report, as far as that matters for counting it. */
export interface Sender {
  /** A network address, not to be traced back. */
  address: string;
  /** One browser behind that address. */
  browser: string;
}

/** Another one in every process: what is made of an address is of no use outside of it. */
const SALT = randomBytes(32);

const digest = (text: string): string => createHash('sha256').update(SALT).update(text).digest('base64url');

/** An IPv6 caller has a /64 network to itself: its addresses are one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  if (tail === undefined) return address.split(':').slice(0, 4).join(':');
  const zeros = new Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/**
 * Returns what stands for a sender while its reports are counted. Address and cohort are not kept.
 * @param cohort of its cookie; undefined for what has none
 */
export function senderOf(ip: string, cohort: number | undefined): Sender {
  const network = networkOf(ip);
  return { address: digest(network), browser: digest(`${network} ${cohort ?? ''}`) };
}
