/** The product as it runs in a hospital: two API processes and PostgreSQL, of which each can fail. */
import { sql } from 'kysely';
import { freePorts } from 'tools/commands/running/ports';
import { readConfig } from '../../../src/config/config.ts';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import type { Tables } from '../../../src/db/schema.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { until } from '../../support/services.ts';

const PROCESSES = 2;

export class Product {
  readonly port: number;
  readonly database: Database<Tables>;
  readonly #postgres: PostgresServer;
  readonly #env: Record<string, string>;
  readonly #apis: ServerProcess[] = [];

  private constructor(port: number, postgres: PostgresServer, env: Record<string, string>) {
    this.port = port;
    this.#postgres = postgres;
    this.#env = env;
    this.database = openDatabase<Tables>(readConfig(env).database);
  }

  static async start(settings: Record<string, string>): Promise<Product> {
    const postgres = await startPostgres();
    const [port = 0] = await freePorts(1);
    const product = new Product(port, postgres, { ...settings, DATABASE_URL: postgres.url, HL7_PORT: String(port) });
    for (let index = 0; index < PROCESSES; index += 1) product.#apis.push(await startServer(product.#env));
    return product;
  }

  /** Kills the process that receives, or the other one, and starts it again. */
  async killApi(which: 'receiver' | 'other'): Promise<void> {
    const isReceiver = ({ lines }: ServerProcess) => lines.some((line) => line.includes('listening for the feed'));
    const index = Math.max(
      0,
      this.#apis.findIndex((api) => isReceiver(api) === (which === 'receiver')),
    );
    await this.#apis[index]?.end('SIGKILL');
    this.#apis[index] = await startServer(this.#env);
  }

  /** Stops PostgreSQL as a power cut would, and starts it again. */
  async crashDatabase(): Promise<void> {
    await this.#postgres.crash();
    await this.#postgres.restart();
  }

  /** Ends all of the processes' connections to the database. */
  async cutDatabaseConnections(): Promise<void> {
    await this.query(() =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and datname = current_database()`.execute(this.database.db),
    );
  }

  /** Resolves when every message that is stored has been tried. */
  async settled(): Promise<void> {
    await until(async () => {
      const waiting = await this.query(() =>
        this.database.db.selectFrom('feed_message').select('id').where('state', '=', 'received').limit(1).execute(),
      );
      return waiting.length === 0;
    });
  }

  /** Reads from the database, which may just have come back. */
  async query<T>(read: () => Promise<T>): Promise<T> {
    return read().catch(read);
  }

  async stop(): Promise<void> {
    for (const api of this.#apis) await api.end('SIGKILL');
    await this.database.db.destroy();
    await this.#postgres.stop();
  }
}
