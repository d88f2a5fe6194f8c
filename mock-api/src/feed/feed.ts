/** The hospital's feed (HL7 v2): receives messages, stores them, and applies them. Off without HL7_PORT. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Counter, type Registry } from 'prom-client';
import { hasCode } from 'server-kit/plain-error';
import { certificateEnd, measureCertificate } from 'server-kit/tls/files';
import { MINUTE, SECOND } from '../common/clock.ts';
import { addGauge, setMoment } from '../common/metrics.ts';
import { nameOfError, runJob } from '../common/polling-job.ts';
import type { Config } from '../config/config.ts';
import type { FeedSettings } from '../config/hl7.ts';
import type { FeedState } from '../contract.ts';
import type { Database } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import type { RecordSettings } from '../records/record.ts';
import { findNames } from '../records/words/concept.ts';
import { countAside, feedDelay, readFeedState } from '../repositories/feed/overview.ts';
import { applierOf } from './apply/apply.ts';
import { MllpServer } from './mllp/server.ts';
import { Receiver } from './receiver.ts';
import { FeedWorker } from './worker.ts';

/** How often a process tries to take over a port that another one has, in milliseconds. */
const PORT_RETRY = SECOND;
/** The feed is behind if a message waits longer, in seconds. */
const BEHIND = MINUTE / SECOND;

/** Type of a message as a metric's label: senders can't add any number of them. */
const labelOf = (type: string) => (/^[A-Z]{3}\^[A-Z][0-9]{2}$/.test(type) ? type : 'other');

/** Names of codes: the feed's own file counts before that of the FHIR server. */
const recordSettings = ({ recordNames, brand, explainUrl }: Config, { names }: FeedSettings): RecordSettings => ({
  nameOf: findNames({ ...recordNames, ...names }),
  hospital: brand.hospital,
  isExplained: explainUrl !== undefined,
});

interface FeedOptions {
  database: Database<Tables>;
  config: Config;
  feed: FeedSettings;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Called after a message was applied: what people read may have changed. */
  onApplied(): void;
}

export class Feed {
  readonly #options: FeedOptions;
  readonly #worker: FeedWorker;
  readonly #receiver: Receiver;
  readonly #messages = new Counter({
    name: 'lodestar_feed_messages_total',
    help: 'Messages of the hospital’s feed that this process stored, and what became of those that it applied.',
    labelNames: ['type', 'state'],
    registers: [],
  });
  readonly #fallbacks = new Counter({
    name: 'lodestar_feed_wrong_character_sets_total',
    help: 'Messages that should have been UTF-8 and were read as Latin-1.',
    registers: [],
  });
  #server: MllpServer;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #port: number | undefined;

  constructor(options: FeedOptions) {
    const { database, config, feed, log, onApplied } = options;
    const { keys } = config.surveyTokens;
    this.#options = options;
    const count = (type: string, state: FeedState) => this.#messages.inc({ type: labelOf(type), state });
    this.#worker = new FeedWorker({
      database,
      url: config.database.url,
      storageKeys: keys,
      identifierType: feed.identifierType,
      apply: applierOf({ config, ...feed, record: recordSettings(config, feed) }),
      log,
      onSettled: (type, state) => {
        count(type, state);
        if (state === 'applied') onApplied();
      },
    });
    this.#receiver = new Receiver({
      database,
      feed,
      storageKey: keys[0] ?? '',
      retentionDays: config.retention.feed,
      onStored: (type) => {
        count(type, 'received');
        this.#worker.kick();
      },
      onFallback: () => this.#fallbacks.inc(),
    });
    this.#server = this.#newServer();
  }

  /** Port that this process listens on; undefined while another process has it. */
  get port(): number | undefined {
    return this.#port;
  }

  /** Applies in the background what waits. */
  kick(): void {
    this.#worker.kick();
  }

  /** Resolves when everything that waits has been tried. */
  settled(): Promise<void> {
    return this.#worker.settled();
  }

  async start(): Promise<void> {
    await this.#listen(true);
    await this.#worker.start();
  }

  measure(registry: Registry): void {
    registry.registerMetric(this.#messages);
    registry.registerMetric(this.#fallbacks);
    const { db } = this.#options.database;
    const delay = { name: 'lodestar_feed_delay_seconds', help: 'How long the oldest message waits to be applied.' };
    addGauge(registry, delay, async (gauge) => gauge.set(await feedDelay(db)));
    const aside = { name: 'lodestar_feed_aside', help: 'Messages that are put aside.' };
    addGauge(registry, aside, async (gauge) => gauge.set(await countAside(db)));
    const last = { name: 'lodestar_feed_received_timestamp_seconds', help: 'When the last message came; 0: never.' };
    addGauge(registry, last, async (gauge) => setMoment(gauge, (await readFeedState(db)).lastReceivedAt));
    const { tls } = this.#options.feed;
    if (tls === undefined) return;
    measureCertificate(registry, 'hl7', () => certificateEnd(tls.cert));
  }

  /** Rejects if the feed is behind. */
  async checkReady(): Promise<void> {
    if ((await feedDelay(this.#options.database.db)) > BEHIND) throw new Error('the feed is behind');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#server.close();
    await this.#worker.close();
  }

  #newServer(): MllpServer {
    const { feed, log } = this.#options;
    return new MllpServer({
      settings: feed,
      receive: (frame, connection) => this.#receiver.receive(frame, connection),
      onError: (error) => log.warn({ reason: nameOfError(error) }, 'message could not be stored'),
    });
  }

  /** Listens, or waits until the process that has the port has ended: then senders come here. */
  async #listen(isFirst: boolean): Promise<void> {
    const { feed, log } = this.#options;
    try {
      this.#port = await this.#server.listen(feed.host, feed.port);
      if (this.#isClosed) return await this.#server.close();
      log.info({ hl7Port: this.#port }, 'listening for the feed');
    } catch (error) {
      if (!hasCode(error, 'EADDRINUSE')) throw error;
      if (isFirst) log.warn({ hl7Port: feed.port }, 'port of the feed in use, waiting for it');
      if (this.#isClosed) return;
      this.#server = this.#newServer();
      this.#retry = setTimeout(() => {
        this.#listen(false).catch((failure: unknown) =>
          log.warn({ reason: nameOfError(failure) }, 'no port for the feed'),
        );
      }, PORT_RETRY);
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined: HL7_PORT is not set. */
    feed: Feed | undefined;
  }
}

export const feed = fastifyPlugin(async (app: FastifyInstance) => {
  const { database, config, log, live } = app;
  if (config.feed === undefined) return void app.decorate('feed', undefined);
  const job = new Feed({ database, config, feed: config.feed, log, onApplied: () => live.afterRequest() });
  await runJob(app, job);
  app.readiness.set('feed', () => job.checkReady());
  app.decorate('feed', job);
});
