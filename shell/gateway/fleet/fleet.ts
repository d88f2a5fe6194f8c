import { randomUUID } from 'node:crypto';
import { reasonOf } from '../plain-error.ts';
import { askState, type PeerState } from './peers.ts';
import { drop } from './prepare.ts';
import { readPrepared } from './prepared.ts';
import { type FleetState, isNewer, isSame, stateOf } from './state.ts';
import { takeOver } from './take-over.ts';

/** How often a gateway looks at the others, in milliseconds: a registry that one has, all have within a second. */
const LOOK_MS = 250;
/** How long a gateway that starts waits for the others to answer or to follow, in milliseconds. */
const SETTLE_MS = 3_000;

interface FleetLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * The gateways that serve one product. Each follows the newest registry that any of them has, so that one that was out, or
 * missed a switch, catches up by itself; one that starts serves nothing before it has asked the others.
 */
export class Fleet {
  readonly gateway: string = randomUUID();
  readonly #root: string;
  readonly #peers: readonly string[];
  readonly #decider: string | undefined;
  readonly #log: FleetLog;
  #settled: boolean;
  #startedAt = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #said = '';

  constructor(root: string, peers: readonly string[], log: FleetLog) {
    this.#root = root;
    this.#peers = peers;
    this.#decider = peers.toSorted()[0];
    this.#log = log;
    this.#settled = peers.length === 0;
  }

  /** Whether this gateway may serve: it has the newest registry, as far as anyone knows. */
  get isSettled(): boolean {
    return this.#settled;
  }

  start(): void {
    if (this.#peers.length === 0) return;
    this.#startedAt = Date.now();
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    void this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Another gateway says which registry it has: one that is newer is fetched at once. */
  async hear(theirs: FleetState): Promise<void> {
    if (isNewer(theirs, await stateOf(this.#root))) void this.look();
  }

  /** Asks the others which registry they have, and takes the newest. One look at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#compare()
      .catch((thrown: unknown) => this.#say(reasonOf(thrown)))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #compare(): Promise<void> {
    const prepared = await readPrepared(this.#root);
    const own = await stateOf(this.#root);
    const asked = await Promise.allSettled(
      this.#peers.map(async (origin) => ({ origin, ...(await askState(origin, own)) })),
    );
    const others = asked
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .filter(({ gateway }) => gateway !== this.gateway);
    const [newest] = others.toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
    if (newest !== undefined && isNewer(newest, own)) {
      await takeOver(this.#root, newest.origin);
      this.#log.info({ from: newest.origin, revision: newest.revision }, 'registry taken over');
    }
    const decider = others.find(({ origin }) => origin === this.#decider);
    // The gateway whose switch decides has had the order first: if it has it no more and has not switched, the order is void.
    if (prepared && decider && isSame(decider, own) && decider.prepared !== prepared.order.id) {
      await drop(this.#root, prepared.order.id);
    }
    this.#said = '';
    if (!this.#settled) await this.#settle(others);
  }

  /**
   * A gateway that starts waits until those that answer have the same registry. None may answer: then it serves what it has,
   * unless it was prepared for a newer one, to which the others may have switched.
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
    // The others have not switched to it. Should they still do so, this gateway follows like one that was out.
    if (prepared !== undefined) await drop(this.#root, prepared.order.id);
    this.#log.info({ revision: own.revision, others: others.length }, 'in step with the other gateways');
  }

  #say(problem: string): void {
    if (problem !== this.#said) this.#log.error({ problem }, 'another gateway can not be followed');
    this.#said = problem;
  }
}
