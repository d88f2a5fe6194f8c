/** `npm run audit -- <what>`: verifies and exports the audit log, or removes entries that are old enough. */
import { EnvironmentReader } from 'server-kit/environment';
import { pruneAudit } from '../audit/chain.ts';
import { type Verification, verifyChain } from '../audit/verify.ts';
import { readPeriod } from '../config/retention.ts';
import { withOwnerUrl } from '../db/roles.ts';
import { periodStart } from '../retention/kinds.ts';
import { exportAudit, verifyAuditExport } from './audit-export.ts';
import { type OperatorCommand, OperatorError, runOperatorCommand, type Subcommands } from './command.ts';

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
    help: 'export FILE …           signed lines of JSON, by person and period',
    takesOptions: 'with-store',
    run: ({ db }, args) => exportAudit(db, args),
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

await runOperatorCommand(AUDIT, withOwnerUrl(process.env));
