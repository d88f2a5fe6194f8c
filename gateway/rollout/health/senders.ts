import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

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

/** Returns the /64 network of an IPv6 address, as it belongs to one caller; other addresses are unchanged. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  if (tail === undefined) return address.split(':').slice(0, 4).join(':');
  const zeros = new Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/**
 * Returns hashes that identify a sender while its reports are counted. Address and cohort are not stored.
 * @param cohort from its cookie; undefined without one
 */
export function senderOf(ip: string, cohort: number | undefined): Sender {
  const network = networkOf(ip);
  return { address: digest(network), browser: digest(`${network} ${cohort ?? ''}`) };
}
