/** `npm run hl7 -- <what>`: the hospital's feed (HL7 v2), what is put aside, and test messages. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { translate } from '../common/i18n.ts';
import { readConfig } from '../config/config.ts';
import { FEED_STATES, type FeedState } from '../contract.ts';
import type { Db, Trx } from '../db/schema.ts';
import { sendMessages } from '../feed/mllp/client.ts';
import { FrameReader } from '../feed/mllp/frame.ts';
import { dismissMessage, notifyFeed, retryMessage, retrySince } from '../repositories/feed/messages.ts';
import {
  type FeedEntry,
  findFeedEntry,
  listNewestEntries,
  readFeedState,
  readRaw,
} from '../repositories/feed/overview.ts';
import { readText } from '../repositories/feed/raw.ts';
import { logStaffAct, type StaffObject } from '../services/desk/log.ts';
import { type OperatorCommand, OperatorError, runOperatorCommand, type Store, type Subcommands } from './command.ts';

/** Messages in the list. */
const SHOWN = 200;

async function describeState(db: Db): Promise<string> {
  const { lastReceivedAt, delaySeconds, counts } = await readFeedState(db);
  return [
    `Last message: ${lastReceivedAt ?? 'none yet'}`,
    `Delay: ${delaySeconds} s`,
    ...FEED_STATES.map((state) => `${state}\t${counts[state]}`),
  ].join('\n');
}

const lineOf = ({ id, control_id: controlId, type, state, reason }: FeedEntry) =>
  [id, controlId, type, state, ...(reason === null ? [] : [translate('en', `feed.reason.${reason}`)])].join('\t');

const isState = (word: string): word is FeedState => FEED_STATES.some((state) => state === word);

async function list(db: Db, state: string): Promise<string> {
  if (state !== '' && !isState(state))
    throw new OperatorError(`There is no state ${state}, only ${FEED_STATES.join(', ')}.`);
  const entries = await listNewestEntries(db, state === '' ? undefined : state, SHOWN);
  return entries.length === 0 ? 'There are no messages.' : entries.map(lineOf).join('\n');
}

const unknown = (id: string) => new OperatorError(`There is no message ${id}: "list" shows them.`);

async function log(db: Db, object: StaffObject, { id, user_id: person }: FeedEntry): Promise<void> {
  const subjects = person === null ? [] : [person];
  const action = object === 'feed-shown' ? 'STAFF_VIEWED' : 'STAFF_CHANGED';
  await logStaffAct(db, null, { action, object, subjects, objectId: id });
}

/** Returns a message with its content, as text. */
async function show(db: Db, id: string): Promise<string> {
  const [entry, raw] = [await findFeedEntry(db, id), await readRaw(db, id)];
  if (!entry || raw === undefined) throw unknown(id);
  const text = readText(readConfig(process.env).surveyTokens.keys, raw);
  if (text === null) throw new OperatorError(`${id} was stored with another SURVEY_TOKEN_KEY, so it can't be read.`);
  await log(db, 'feed-shown', entry);
  const { sender, received_at: receivedAt, user_id: patient, stay } = entry;
  const about = [`From ${sender}, ${receivedAt}`, `Patient: ${patient ?? 'unknown'}, stay: ${stay ?? 'unknown'}`];
  return [lineOf(entry), ...about, '', text].join('\n');
}

/** @param done what was done, for the operator */
async function decide(
  { db, database }: Store,
  id: string,
  { change, object, done }: { change(trx: Trx, id: string): Promise<boolean>; object: StaffObject; done: string },
): Promise<string> {
  await db.transaction().execute(async (trx) => {
    const entry = await findFeedEntry(trx, id);
    if (!entry) throw unknown(id);
    if (!(await change(trx, id))) throw new OperatorError(`${id} is ${entry.state}: there is nothing to decide.`);
    await notifyFeed(trx, database.engine);
    await log(trx, object, entry);
  });
  return done;
}

const REPLAY_USAGE = 'Usage: npm run hl7 -- replay --from 2026-01-31T08:00:00Z';

function timeIn(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { from: { type: 'string' } } });
    const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(values.from ?? '');
    if (isTime && values.from !== undefined) return new Date(values.from).toISOString();
  } catch {
    // Reported below.
  }
  throw new OperatorError(REPLAY_USAGE);
}

async function replay({ db, database }: Store, args: readonly string[]): Promise<string> {
  const from = timeIn(args);
  const count = await db.transaction().execute(async (trx) => {
    await notifyFeed(trx, database.engine);
    return retrySince(trx, from);
  });
  return `${count} ${count === 1 ? 'message is' : 'messages are'} tried again. What was applied or dismissed stays as it is.`;
}

const SEND_USAGE = 'Usage: npm run hl7 -- send FILE --to HOST:PORT';

function readTarget(args: readonly string[]): { file: string; host: string; port: number } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' } },
      allowPositionals: true,
    });
    const [, host, port] = /^\[?([A-Za-z0-9.:-]+?)\]?:(\d{1,5})$/.exec(values.to ?? '') ?? [];
    const [file, ...more] = positionals;
    if (file !== undefined && host !== undefined && more.length === 0)
      // npm changes the working directory: resolve the file's name against the operator's.
      return { file: resolve(process.env.INIT_CWD ?? '.', file), host, port: Number(port) };
  } catch {
    // Reported below.
  }
  throw new OperatorError(SEND_USAGE);
}

/** Returns the messages of a file: frames, or text in which each begins with MSH. */
function messagesIn(bytes: Buffer): Buffer[] {
  if (bytes[0] === 0x0b) return new FrameReader().add(bytes).map((frame) => frame.bytes);
  const texts = bytes.toString('latin1').split(/(?<=[\r\n])(?=MSH)/);
  return texts.filter((text) => text.trim() !== '').map((text) => Buffer.from(text, 'latin1'));
}

/** Sends the messages of a file. Returns the answers; fails if one isn't accepted. */
async function send(args: readonly string[]): Promise<string> {
  const { file, host, port } = readTarget(args);
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new OperatorError(`${file} can't be read.`);
  const lines: string[] = [];
  for await (const answer of sendMessages({ host, port }, messagesIn(bytes)))
    lines.push(...answer.toString('utf8').trim().split('\r').slice(1));
  const refused = lines.filter((line) => /^MSA.(?!AA|CA)/.test(line)).length;
  if (refused > 0) throw new OperatorError([...lines, `${refused} not accepted.`].join('\n'));
  return lines.join('\n');
}

const SUBCOMMANDS: Subcommands = {
  status: {
    help: 'status               the last message, the delay, and the number of messages in each state',
    needsArgument: false,
    run: ({ db }) => describeState(db),
  },
  list: {
    help: `list [STATE]         the newest messages: ${FEED_STATES.join(', ')}`,
    takesOptions: 'with-store',
    run: ({ db }, [state = '']) => list(db, state),
  },
  show: {
    help: 'show ID              a message with its content',
    needsArgument: true,
    run: ({ db }, id) => show(db, id),
  },
  retry: {
    help: 'retry ID             try a message again',
    needsArgument: true,
    run: (store, id) =>
      decide(store, id, { change: retryMessage, object: 'feed-retried', done: `${id} is tried again.` }),
  },
  dismiss: {
    help: 'dismiss ID           leave a message that is put aside',
    needsArgument: true,
    run: (store, id) =>
      decide(store, id, { change: dismissMessage, object: 'feed-dismissed', done: `${id} is dismissed.` }),
  },
  replay: {
    help: 'replay --from TIME   try everything again since then that was not applied or dismissed',
    takesOptions: 'with-store',
    run: replay,
  },
  send: {
    help: 'send FILE --to HOST:PORT   send the messages of a file, without a database',
    takesOptions: 'without-store',
    run: send,
  },
};

const HL7: OperatorCommand = {
  name: 'hl7',
  subcommands: SUBCOMMANDS,
  settings: 'Reads DATABASE_URL or DATA_DIR, and SURVEY_TOKEN_KEY, like the API.',
};

await runOperatorCommand(HL7);
