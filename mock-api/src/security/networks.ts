/** Networks that an operator names: single addresses, or ranges like 198.51.100.0/24 and 2001:db8:7::/48. */
import { BlockList, isIP } from 'node:net';

const BITS = { 4: 32, 6: 128 } as const;

/** A set of networks. */
export interface Networks {
  /** Whether an address lies in one of them; an IPv4 address is the same in its IPv6 form (::ffff:198.51.100.7). */
  has(address: string): boolean;
}

const familyOf = (address: string): 4 | 6 | undefined => {
  const family = isIP(address);
  return family === 4 || family === 6 ? family : undefined;
};

/** Whether a text names an address or a network. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = familyOf(address);
  if (family === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= BITS[family]);
}

/** The networks that these texts name; what names none is left out. */
export function networksOf(texts: readonly string[]): Networks {
  const list = new BlockList();
  for (const text of texts.filter(isNetwork)) {
    const [address = '', bits] = text.split('/');
    const family = familyOf(address) ?? 4;
    list.addSubnet(address, Number(bits ?? BITS[family]), `ipv${family}`);
  }
  return {
    has(address) {
      const family = familyOf(address);
      return family !== undefined && list.check(address, `ipv${family}`);
    },
  };
}
