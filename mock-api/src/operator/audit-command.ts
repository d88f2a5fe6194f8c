/** `npm run audit -- <what>`: verifies and exports the audit log, or removes entries that are old enough. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { EnvironmentReader } from 'server-kit/environment';
import { pruneAudit } from '../audit/chain.ts';
import { eventLines, exportLines, verifyExport } from '../audit/export.ts';
import { type Verification, verifyChain } from '../audit/verify.ts';
import { readPeriod } from '../config/retention.ts';
import { withOwnerUrl } from '../db/roles.ts';
import type { Db } from '../db/schema.ts';
import { findAnyUserByEmail } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import type { AuditSelection } from '../repositories/audit-chain.ts';
import { periodStart } from '../retention/kinds.ts';
import { type OperatorCommand, OperatorError, runOperatorCommand, type Store, type Subcommands } from './command.ts';

function describe({ count, first, last, head, waiting }: Verification): string {
  if (count === 0) return `0 entries, ${waiting} not linked yet.`;
  return [
    `${count} entries, from ${first} to ${last}; ${waiting} not linked yet.`,
    `Last link: ${head.number}:${head.hash}`,
  ].join('\n');
}

/** What an intact chain leaves open: who can write the log's tables can also write what fits the chain. */
const UNPROVEN = [
  'This does not prove what the application did with its own role (DATABASE_URL): it can add entries about things that',
  'never happened, with valid links, and leave out what did happen. The owner of the tables can rewrite the whole log, or',
  'cut off its end, after the last link that you noted elsewhere (verify-since).',
].join('\n');

/** @throws OperatorError that lists what is broken */
async function verify(...[db, known]: Parameters<typeof verifyChain>): Promise<string> {
  const found = await verifyChain(db, known);
  if (found.faults.length === 0) return `The audit log is intact: ${describe(found)}\n${UNPROVEN}`;
  throw new OperatorError(['The audit log is broken:', ...found.faults, describe(found)].join('\n'));
}

type Options = Record<string, string | undefined>;

/** @throws OperatorError for an unknown or repeated option, or one without a value */
function readOptions(args: readonly string[], names: readonly string[], usage: string): Options {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > 1) throw new OperatorError(usage);
    return { ...values, file: positionals[0] } as Options;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : ''}\n${usage}`.trim());
  }
}

/** Returns the start of a day, such as 2026-11-30, in UTC; null if it isn't given. */
function dayOf(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new OperatorError(`--${name} must be a day such as 2026-01-31, not "${value}".`);
  return new Date(time).toISOString();
}

async function readKey(file: string | undefined, parse: (pem: string) => KeyObject, usage: string): Promise<KeyObject> {
  if (file === undefined) throw new OperatorError(usage);
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  if (pem === undefined) throw new OperatorError(`The key ${file} can't be read.`);
  try {
    const key = parse(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below, without its content.
  }
  throw new OperatorError(`${file} is not an Ed25519 key in PEM: openssl genpkey -algorithm ed25519 -out FILE`);
}

/** Returns the id of a person; an id is also that of an account that has been erased. */
async function personOf(db: Db, person: string | undefined): Promise<string | null> {
  if (person === undefined) return null;
  if (!person.includes('@')) return person;
  const user = await findAnyUserByEmail(db, person);
  if (!user) throw new OperatorError(`There is no account with the email ${person}.`);
  return user.id;
}

const EXPORT_USAGE = [
  'Usage: npm run audit -- export FILE --key PRIVATE.pem [--person EMAIL|ID] [--from 2026-01-01] [--to 2026-02-01]',
  '       npm run audit -- export FILE --format fhir [--person …] [--from …] [--to …]',
].join('\n');

/**
 * Returns the lines of an export: signed ones, or FHIR AuditEvents, which have no signature.
 * @throws OperatorError for a wrong format or key
 */
async function linesOf({ db, config }: ExportStore, { format, key }: Options, selection: AuditSelection) {
  if (format === undefined) return exportLines(db, selection, await readKey(key, createPrivateKey, EXPORT_USAGE));
  if (format !== 'fhir' || key !== undefined) throw new OperatorError(EXPORT_USAGE);
  return eventLines(db, selection, config.publicUrl);
}

type ExportStore = Pick<Store, 'db'> & { config: Pick<Store['config'], 'publicUrl'> };

/**
 * Writes an export to a new file, and records that in the log.
 * @throws OperatorError for wrong options, or if the file exists
 */
export async function exportAudit(store: ExportStore, args: readonly string[]): Promise<string> {
  const { db } = store;
  const options = readOptions(args, ['person', 'from', 'to', 'key', 'format'], EXPORT_USAGE);
  if (options.file === undefined) throw new OperatorError(EXPORT_USAGE);
  const selection: AuditSelection = {
    person: await personOf(db, options.person),
    from: dayOf('from', options.from),
    to: dayOf('to', options.to),
  };
  const exported = await linesOf(store, options, selection);
  const file = await open(options.file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${options.file} can't be written: ${error.code === 'EEXIST' ? 'it exists' : error.code}.`);
  });
  let entries = 0;
  try {
    for await (const { line, isEntry } of exported) {
      await file.write(line);
      if (isEntry) entries += 1;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  const { person, from, to } = selection;
  await audit(db, {
    action: 'LOG_EXPORTED',
    actor: null,
    subject: person,
    object: `${from?.slice(0, 10) ?? ''}/${to?.slice(0, 10) ?? ''}`,
  });
  return `${entries} entries are in ${options.file}.`;
}

const VERIFY_USAGE = 'Usage: npm run audit -- verify-export FILE --key PUBLIC.pem';

/**
 * Checks an export, without a database.
 * @throws OperatorError for wrong options
 * @throws ExportError if it isn't genuine
 */
export async function verifyAuditExport(args: readonly string[]): Promise<string> {
  const options = readOptions(args, ['key'], VERIFY_USAGE);
  if (options.file === undefined) throw new OperatorError(VERIFY_USAGE);
  const key = await readKey(options.key, createPublicKey, VERIFY_USAGE);
  const { header, entries } = await verifyExport(options.file, key);
  const { exportedAt, person, from, to } = header;
  const period = `from ${from?.slice(0, 10) ?? 'the beginning'} to ${to?.slice(0, 10) ?? 'the export'}`;
  return `The export is genuine: ${entries} entries ${person === null ? '' : `about ${person} `}${period}, made ${exportedAt}.`;
}

const SUBCOMMANDS: Subcommands = {
  verify: {
    help: 'verify                  whether entries were changed, deleted, inserted or reordered',
    needsArgument: false,
    run: ({ db }) => verify(db),
  },
  'verify-since': {
    help: 'verify-since LINK       also whether the log still contains a last link that was noted earlier',
    needsArgument: true,
    run({ db }, link) {
      const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(link) ?? [];
      if (number === undefined || hash === undefined)
        throw new OperatorError('A link is its number, a colon and its hash, as "verify" prints it.');
      return verify(db, { number: Number(number), hash });
    },
  },
  prune: {
    help: 'prune DATE              delete entries from before a date, such as 2020-01-31, as the owner of the tables',
    needsArgument: true,
    async run({ database }, date) {
      if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)) || Date.parse(date) > Date.now())
        throw new OperatorError('A date in the past is needed, such as 2020-01-31.');
      return `${await pruneAudit(database, new Date(date).toISOString())} entries are deleted.`;
    },
  },
  'prune-old': {
    help: 'prune-old               delete entries that are older than RETAIN_AUDIT_DAYS, as the owner of the tables',
    needsArgument: false,
    async run({ database }) {
      const env = new EnvironmentReader(process.env);
      const days = readPeriod(env, 'audit', false);
      env.check();
      if (days === undefined) return 'Entries are kept forever.';
      return `${await pruneAudit(database, periodStart(days))} entries are deleted.`;
    },
  },
  export: {
    help: 'export FILE …           signed lines of JSON, or FHIR AuditEvents, by person and period',
    takesOptions: 'with-store',
    run: exportAudit,
  },
  'verify-export': {
    help: 'verify-export FILE …    whether an export is genuine; needs no database',
    takesOptions: 'without-store',
    run: verifyAuditExport,
  },
};

const AUDIT: OperatorCommand = {
  name: 'audit',
  subcommands: SUBCOMMANDS,
  settings: 'Reads DATABASE_OWNER_URL, DATABASE_URL or DATA_DIR.',
};

if (import.meta.main) await runOperatorCommand(AUDIT, withOwnerUrl(process.env));
