/** Limits on slow and greedy clients: how long a request may take to arrive, and connections per network address. */
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

/** How long a client may take to send a request's headers, and the whole request, in milliseconds. */
export const HEADERS_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 60_000;
/** How often Node ends connections that are over these times, in milliseconds. */
export const CHECK_INTERVAL_MS = 2_000;
/** Least time between two log lines about refused connections, in milliseconds. */
const LOG_INTERVAL_MS = 60_000;

/** Names of networks that the web framework knows. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((text) => NAMED[text] ?? [text])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

interface ConnectionLog {
  warn(details: object, message: string): void;
}

/** Closes further connections of a network address that has reached its limit: a /64 network counts as one address. */
export class ConnectionLimit {
  readonly #most: number;
  readonly #exempt: BlockList;
  readonly #open = new Map<string, number>();
  #log: ConnectionLog | undefined;
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** @param exempt addresses and networks without a limit: proxies, and networks that many people share */
  constructor(most: number, exempt: readonly string[]) {
    this.#most = most;
    this.#exempt = listOf(exempt);
  }

  /** Logs refused connections to `log`, at most once a minute and without addresses. */
  logTo(log: ConnectionLog): void {
    this.#log = log;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress?.replace(/^::ffff:/i, '') ?? '';
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (address === '' || this.#exempt.check(address.split('%', 1)[0] ?? '', family)) return;
    const key = networkOf(address);
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#most) {
      socket.destroy();
      this.#noteRefused();
      return;
    }
    this.#open.set(key, open + 1);
    socket.once('close', () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    });
  }

  #noteRefused(): void {
    this.#refused += 1;
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = performance.now();
    this.#log?.warn({ refused: this.#refused, most: this.#most }, 'connections over the limit of an address refused');
    this.#refused = 0;
  }
}

/** Returns the /64 network of an IPv6 address as written by Node, which belongs to one caller; others are unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length;
  return [...start, ...Array<string>(Math.max(0, zeros)).fill('0'), ...end].slice(0, 4).join(':');
}
