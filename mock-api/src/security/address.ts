/** Network addresses as keys of rate limits. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { sha256 } from './secrets.ts';

const GROUPS = 8;
/** A household or a phone gets a whole /64: the first four groups identify the caller, who may choose the rest. */
const NETWORK_GROUPS = 4;

/** Returns the /64 network of an IPv6 address, its groups without leading zeros. */
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

/** Returns the IPv4 address that a system writes as IPv6 (::ffff:203.0.113.7); undefined for any other. */
const mappedAddress = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];

interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** Parses an address or a network such as 203.0.113.0/24. Returns undefined if it is neither. */
export function toNetwork(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  const length = bits === undefined ? most : Number(bits);
  return length <= most ? { address, bits: length, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}

/** Returns whether an address is in one of these networks. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return false;
  const list = new BlockList();
  for (const text of networks) {
    const network = toNetwork(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  const [caller = ''] = (mappedAddress(address) ?? address).split('%', 1);
  return isIP(caller) !== 0 && list.check(caller, isIPv6(caller) ? 'ipv6' : 'ipv4');
}

/** Returns a counter's key for a caller's address: a hash, so that the database holds no list of callers. */
export function callerKey(address: string): string {
  const caller = mappedAddress(address) ?? (isIPv6(address) ? networkOf(address) : address);
  return sha256(caller).slice(0, 32);
}
