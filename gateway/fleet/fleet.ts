import { randomUUID } from 'node:crypto';
import { reasonOf } from '../common/plain-error.ts';
import { readPrepared } from '../rollout/release/order.ts';
import { drop } from './prepare.ts';
import { type FleetState, fetchState, isNewer, isSame, type PeerState, type ReadAccess, stateOf } from './state.ts';
import { takeOver } from './take-over.ts';

/** Interval at which a gateway polls the others, in milliseconds: all have a new registry within a second. */
const POLL_INTERVAL_MS = 250;
/** How long a starting gateway waits for the others to respond or to catch up, in milliseconds. */
const SETTLE_MS = 3_000;

interface FleetLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Keeps the gateways of one deployment in sync. Each follows the newest registry that any of them has, so a gateway
 * that was unreachable or missed a switch catches up by itself. A starting gateway polls the others before it serves.
 */
export class Fleet {
  readonly gateway: string = randomUUID();
  readonly #root: string;
  readonly #peers: readonly string[];
  readonly #decider: string | undefined;
  readonly #log: FleetLog;
  readonly #access: ReadAccess;
  #settled: boolean;
  #startedAt = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #loggedProblem = '';

  /** @param access allows this gateway to read from the others */
  constructor(root: string, peers: readonly string[], log: FleetLog, access: ReadAccess) {
    this.#root = root;
    this.#peers = peers;
    this.#decider = peers.toSorted()[0];
    this.#log = log;
    this.#access = access;
    this.#settled = peers.length === 0;
  }

  /** Whether this gateway may serve: it has the newest known registry. */
  get isSettled(): boolean {
    return this.#settled;
  }

  start(): void {
    if (this.#peers.length === 0) return;
    this.#startedAt = Date.now();
    this.#timer = setInterval(() => void this.poll(), POLL_INTERVAL_MS);
    void this.poll();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#polling;
  }

  /** Handles another gateway's state; polls immediately if its registry is newer. */
  async receiveState(remote: FleetState): Promise<void> {
    if (isNewer(remote, await stateOf(this.#root))) void this.poll();
  }

  /** Polls the others and takes over the newest registry. Concurrent calls share one poll. */
  poll(): Promise<void> {
    this.#polling ??= this.#compare()
      .catch((thrown: unknown) => this.#logOnce(reasonOf(thrown)))
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  async #compare(): Promise<void> {
    const prepared = await readPrepared(this.#root);
    const own = await stateOf(this.#root);
    const responses = await Promise.allSettled(
      this.#peers.map(async (origin) => ({ origin, ...(await fetchState(origin, this.#access, own)) })),
    );
    const others = responses
      .flatMap((response) => (response.status === 'fulfilled' ? [response.value] : []))
      .filter(({ gateway }) => gateway !== this.gateway);
    const [newest] = others.toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
    if (newest !== undefined && isNewer(newest, own)) {
      await takeOver(this.#root, newest.origin, this.#access);
      this.#log.info({ from: newest.origin, revision: newest.revision }, 'registry synced from another gateway');
    }
    const decider = others.find(({ origin }) => origin === this.#decider);
    // The deciding gateway gets each order first: if it no longer holds the order and hasn't switched, the order is
    // void.
    if (prepared && decider && isSame(decider, own) && decider.prepared !== prepared.order.id) {
      await drop(this.#root, prepared.order.id);
    }
    this.#loggedProblem = '';
    if (!this.#settled) await this.#settle(others);
  }

  /**
   * A starting gateway waits until all gateways that respond have the same registry. If none responds, it serves what
   * it has, unless it was prepared for a newer registry, to which the others may have switched.
   */
  async #settle(others: PeerState[]): Promise<void> {
    const own = await stateOf(this.#root);
    const waited = Date.now() - this.#startedAt > SETTLE_MS;
    const isBehind = others.some((other) => isNewer(other, own));
    const agree = others.length > 0 && others.every((other) => isSame(other, own));
    const prepared = await readPrepared(this.#root);
    const isAlone = others.length === 0 && prepared === undefined;
    this.#settled = agree || (waited && !isBehind && (others.length > 0 || isAlone));
    if (!this.#settled) return;
    // The others have not switched to it. If they still do, this gateway catches up as after an outage.
    if (prepared !== undefined) await drop(this.#root, prepared.order.id);
    this.#log.info({ revision: own.revision, others: others.length }, 'in sync with the other gateways');
  }

  #logOnce(problem: string): void {
    if (problem !== this.#loggedProblem) this.#log.error({ problem }, 'sync with another gateway failed');
    this.#loggedProblem = problem;
  }
}
