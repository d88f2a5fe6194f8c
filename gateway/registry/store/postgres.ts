import { readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { requirePrimary, serversOf } from 'server-kit/database/servers';
import {
  exists,
  type FolderFiles,
  moveFolder,
  readFolder,
  readTextIfThere,
  replaceFile,
  writeFolder,
} from 'server-kit/disk';
import { withLock } from 'server-kit/lock';
import { readSetting } from 'server-kit/outside/secret-files';
import { deployRoot } from 'server-kit/paths';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { FILE, NAME, VERSION } from 'shared-ui/contract/documents';
import { historyFile, lineOf, type NewAct, type OperatorAct } from '../history.ts';
import { formatRegistry, isDevVersion, publishedFolder, readRegistry, registryFile } from '../registry.ts';
import { databaseMark, FolderStore, type StagedVersion, type Store, type StoreLog, type StoreWork } from './store.ts';

/** Loads the client on demand: the tools of teams, which share this code, don't have it. */
const load = createRequire(import.meta.url);

/** Interval at which a lost connection is opened again, in milliseconds: a gateway is in sync within a second. */
const RETRY_MS = 100;
/** Interval at which an idle connection is checked, in milliseconds: a partitioned network closes none. */
const CHECK_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** How long a starting gateway waits for the database before it serves what it has, in milliseconds. */
const START_MS = 5_000;
/** Timeout of a statement, and of a transaction whose gateway does nothing, in milliseconds. */
const TIMEOUT_MS = 30_000;

const CHANNEL = 'lodestar_published';
/** Advisory lock: changes are made one at a time. */
const LOCK = 5_264_731;

const TABLES = `
create table if not exists published_registry (
  id boolean primary key default true check (id), registry text not null);
create table if not exists published_history (
  id bigint generated always as identity primary key, line text not null);
create table if not exists published_files (
  name text, version text, path text, content bytea not null, primary key (name, version, path));`;

/** Returns the versions in a folder, as name and version. Development builds stay on their machine. */
async function versionsIn(root: string): Promise<[string, string][]> {
  const namesIn = (folder: string) => readdir(folder).catch(() => []);
  const listed = async (name: string, folder: string) =>
    (await namesIn(folder))
      .filter((version) => VERSION.pattern.test(version) && !isDevVersion(version))
      .map((version): [string, string] => [name, version]);
  const names = await namesIn(join(root, 'remotes'));
  const remotes = names.map((name) => listed(name, join(root, 'remotes', name)));
  return (await Promise.all([listed('shell', join(root, 'shell')), ...remotes])).flat();
}

/** Sends a statement. @throws PlainError when the database refuses it or can't be reached */
async function run<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(statement, values)).rows;
  } catch (thrown) {
    throw new PlainError(`The database failed (${reasonOf(thrown)}), so nothing was switched: try again.`);
  }
}

async function storeVersion(client: pg.Client, name: string, version: string, folder: string): Promise<void> {
  const insert = 'insert into published_files (name, version, path, content) values ($1, $2, $3, $4)';
  for (const [path, content] of await readFolder(folder)) await run(client, insert, [name, version, path, content]);
}

const storeLine = (client: pg.Client, line: string) =>
  run(client, 'insert into published_history (line) values ($1)', [line]);

const storeRegistry = (client: pg.Client, text: string) =>
  run(
    client,
    'insert into published_registry (registry) values ($1) on conflict (id) do update set registry = excluded.registry',
    [text],
  );

async function replaceIfOther(file: string, text: string): Promise<void> {
  if ((await readTextIfThere(file)) !== text) await replaceFile(file, text);
}

/**
 * Keeps everything in PostgreSQL, for gateways on several machines. Each serves from its own folder, which it updates
 * when the database notifies it; without the database, it serves what the folder holds.
 */
class PostgresStore implements Store {
  readonly root: string;
  readonly #url: string;
  #listener: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isLost = false;
  #pulling: Promise<void> = Promise.resolve();

  constructor(root: string, url: string) {
    this.root = root;
    this.#url = url;
  }

  refresh(): Promise<void> {
    return this.#inTransaction(async () => undefined);
  }

  async change(work: StoreWork): Promise<{ changed: boolean; registry: Registry }> {
    let version: StagedVersion | undefined;
    const result = await this.#inTransaction(async (client) => {
      const before = await readRegistry(this.root);
      const done = await work(before);
      if (done === undefined) return { changed: false, registry: before };
      version = done.version;
      if (version) await storeVersion(client, version.name, version.version, version.folder);
      if (done.act) await storeLine(client, lineOf(done.act));
      await storeRegistry(client, formatRegistry(done.registry));
      await run(client, `notify ${CHANNEL}`);
      return { changed: done.registry !== before, registry: done.registry };
    });
    await this.#followChange(version);
    return result;
  }

  async record(act: NewAct | Omit<OperatorAct, 'at'>): Promise<void> {
    await this.#inTransaction(async (client) => {
      await storeLine(client, lineOf(act));
      await run(client, `notify ${CHANNEL}`);
    });
    await this.#followChange();
  }

  /** The change is made: if the database became unreachable since, this folder follows later. */
  async #followChange(staged?: StagedVersion): Promise<void> {
    try {
      if (staged) await moveFolder(staged.folder, publishedFolder(this.root, staged.name, staged.version));
      await this.#withClient((client) => this.#pull(client));
    } catch (thrown) {
      if (!(thrown instanceof PlainError)) throw thrown;
    }
  }

  async follow(log: StoreLog): Promise<void> {
    await Promise.race([this.#connect(log), wait(START_MS, undefined, { ref: false })]);
  }

  async settled(): Promise<void> {
    await this.#pulling;
  }

  async #connect(log: StoreLog): Promise<void> {
    let listener: pg.Client | undefined;
    const lose = (thrown: unknown) => {
      if (this.#listener !== listener || this.#isClosed) return;
      this.#listener = undefined;
      clearTimeout(this.#timer);
      listener?.end().catch(() => undefined);
      if (!this.#isLost) log.error({ problem: reasonOf(thrown) }, 'database lost, serving what this gateway has');
      this.#isLost = true;
      this.#timer = setTimeout(() => void this.#connect(log), RETRY_MS);
    };
    try {
      const connected = await this.#openClient(CHECK_MS);
      if (this.#isClosed) return await connected.end();
      listener = connected;
      this.#listener = connected;
      connected.on('error', lose);
      connected.on('end', () => lose(new Error('the connection ended')));
      connected.on('notification', () => {
        const pull = () => this.#withClient((client) => this.#pull(client));
        this.#pulling = this.#pulling.then(pull).then(() => undefined, lose);
      });
      await connected.query(`listen ${CHANNEL}`);
      // Needs no lock, for which several gateways would queue; a new database has nothing to read yet.
      const isThere = await this.#withClient((client) => this.#pull(client)).catch(() => false);
      if (!isThere) await this.refresh();
      if (this.#isClosed) return;
      log.info({}, 'in sync with the database');
      this.#isLost = false;
      this.#timer = setInterval(() => void connected.query('select 1').catch(lose), CHECK_MS);
    } catch (thrown) {
      lose(thrown);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#listener?.end().catch(() => undefined);
    await this.#pulling;
  }

  /** Connects to the database: where the address names several servers, to the primary. */
  async #openClient(timeoutMs: number): Promise<pg.Client> {
    const { Client }: typeof pg = load('pg');
    const servers = serversOf(this.#url);
    let failure: unknown;
    for (const connectionString of servers) {
      const client = new Client({
        ...{ connectionString, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
        ...{ query_timeout: timeoutMs, statement_timeout: timeoutMs, idle_in_transaction_session_timeout: timeoutMs },
      });
      // A connection that breaks between two statements would end the process; the next statement reports it.
      client.on('error', () => undefined);
      try {
        await client.connect();
        if (servers.length > 1) await requirePrimary(client);
        return client;
      } catch (thrown) {
        failure = thrown;
        await client.end().catch(() => undefined);
      }
    }
    throw failure;
  }

  async #withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.#openClient(TIMEOUT_MS).catch((thrown: unknown) => {
      throw new PlainError(`The database is unreachable (${reasonOf(thrown)}), so nothing was switched: try again.`);
    });
    try {
      return await work(client);
    } finally {
      // An unfinished transaction is rolled back.
      await client.end().catch(() => undefined);
    }
  }

  /** Runs `work` while no other gateway changes anything; the folder is up to date. */
  #inTransaction<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await run(client, 'begin');
      await run(client, 'select pg_advisory_xact_lock($1)', [LOCK]);
      await run(client, TABLES);
      await this.#fillOrPull(client);
      const result = await work(client);
      await client.query('commit').catch((thrown: unknown) => {
        throw new PlainError(
          `The database was lost during the switch (${reasonOf(thrown)}): check with --history, then publish again if necessary.`,
        );
      });
      return result;
    });
  }

  /** Copies this folder to a new database: the installation published into folders until now. */
  async #fillOrPull(client: pg.Client): Promise<void> {
    const rows = await run(client, 'select id from published_registry');
    if (rows.length > 0) {
      await this.#pull(client);
      return;
    }
    const registry = await readTextIfThere(registryFile(this.root));
    if (registry === undefined) return;
    for (const [name, version] of await versionsIn(this.root))
      await storeVersion(client, name, version, publishedFolder(this.root, name, version));
    const history = (await readTextIfThere(historyFile(this.root))) ?? '';
    for (const line of history.split('\n')) if (line !== '') await storeLine(client, line);
    await storeRegistry(client, registry);
    await run(client, `notify ${CHANNEL}`);
  }

  /**
   * Brings the folder up to date; the registry is read first and written last, so its versions are always there.
   * @returns whether the database has a registry
   */
  #pull(client: pg.Client): Promise<boolean> {
    return withLock(join(this.root, '.lock'), async () => {
      const [row] = await run<{ registry: string }>(client, 'select registry from published_registry');
      if (row === undefined) return false;
      const lines = await run<{ line: string }>(client, 'select line from published_history order by id');
      const versions = 'select distinct name, version from published_files';
      for (const { name, version } of await run<Pick<StagedVersion, 'name' | 'version'>>(client, versions))
        await this.#fetchVersion(client, name, version);
      await replaceIfOther(databaseMark(this.root), 'Change what is published through GATEWAY_DATABASE_URL.\n');
      await replaceIfOther(historyFile(this.root), lines.map(({ line }) => `${line}\n`).join(''));
      await replaceIfOther(registryFile(this.root), row.registry);
      return true;
    });
  }

  async #fetchVersion(client: pg.Client, name: string, version: string): Promise<void> {
    const folder = publishedFolder(this.root, name, version);
    if (await exists(folder)) return;
    const staged = join(this.root, '.staging', `from-database-${name}@${version}`);
    const select = 'select path, content from published_files where name = $1 and version = $2';
    const rows = await run<{ path: string; content: Buffer }>(client, select, [name, version]);
    const files: FolderFiles = new Map(rows.map(({ path, content }) => [path, content]));
    const isValid = NAME.pattern.test(name) && VERSION.pattern.test(version);
    if (!isValid || !rows.every(({ path }) => FILE.pattern.test(path))) {
      throw new PlainError(`The database has a version with invalid names: ${name} ${version}.`);
    }
    // What a killed process left there.
    await rm(staged, { recursive: true, force: true });
    await writeFolder(staged, files, false);
    await moveFolder(staged, folder);
  }
}

/**
 * Returns the store of a deployment.
 * @param url the database that several gateways share; without one, everything is in the folder
 */
export const openStore = (root: string, url: string | undefined): Store =>
  url ? new PostgresStore(root, url) : new FolderStore(root);

/** Returns the store of the gateway on this machine, for a command with its settings. */
export const storeOf = (env: NodeJS.ProcessEnv): Store =>
  openStore(deployRoot(env), readSetting(env, 'GATEWAY_DATABASE_URL').value);
