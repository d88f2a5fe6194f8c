/** `npm run outbox -- <what> [id]`: messages that could not be delivered, against DATABASE_URL or DATA_DIR. */

import { maskPhone } from '../common/phone.ts';
import type { Db } from '../db/schema.ts';
import {
  countByState,
  findMessageState,
  listDeadLetters,
  reviveDeadLetters,
} from '../repositories/messages/messages.ts';
import { type OperatorCommand, OperatorError, runOperatorCommand, type Subcommands } from './command.ts';

/** Dead letters in the list, newest first. */
const SHOWN = 200;

/** Masks a recipient, leaving just enough to recognise it. */
function masked(channel: string, recipient: string): string {
  if (channel === 'push') return 'a browser';
  const [name = '', domain] = recipient.split('@');
  return domain === undefined ? maskPhone(recipient) : `${name.slice(0, 1)}…@${domain}`;
}

/**
 * Returns how many messages are in each state, and one line per dead letter: id, time, channel, recipient, attempts,
 * reason.
 */
async function listOutbox(db: Db): Promise<string> {
  const counts = await countByState(db);
  const dead = await listDeadLetters(db, SHOWN);
  const lines = dead.map(({ id, created_at: at, channel, recipient, attempts, failure }) =>
    [id, at, channel, masked(channel, recipient), `${attempts} attempts`, failure ?? 'unknown'].join('\t'),
  );
  const summary = counts.map(({ state, count }) => `${count} ${state}`).join(', ');
  return [summary || 'There are no messages.', ...lines].join('\n');
}

/**
 * Queues a dead letter again: the API sends it within seconds, or when it starts.
 * @returns a sentence describing what was done
 * @throws OperatorError if there is no dead letter with this id, or its body has been deleted
 */
async function retryMessage(db: Db, id: string): Promise<string> {
  if ((await reviveDeadLetters(db, id)) > 0) return `${id} is queued again.`;
  if ((await findMessageState(db, id)) !== 'failed')
    throw new OperatorError(`There is no dead letter ${id}: "list" shows them.`);
  throw new OperatorError(`The body of ${id} was deleted after seven days: it can't be sent again.`);
}

/** Queues every dead letter whose body is still stored. */
async function retryAll(db: Db): Promise<string> {
  const count = await reviveDeadLetters(db);
  return count === 1 ? '1 message is queued again.' : `${count} messages are queued again.`;
}

const SUBCOMMANDS: Subcommands = {
  list: {
    help: 'list         the number of messages in each state, and the dead letters',
    needsArgument: false,
    run: ({ db }) => listOutbox(db),
  },
  retry: {
    help: 'retry ID     send a dead letter again',
    needsArgument: true,
    run: ({ db }, id) => retryMessage(db, id),
  },
  'retry-all': { help: 'retry-all    send all of them again', needsArgument: false, run: ({ db }) => retryAll(db) },
};

export const OUTBOX: OperatorCommand = {
  name: 'outbox',
  subcommands: SUBCOMMANDS,
  settings: 'Reads DATABASE_URL or DATA_DIR, like the API.',
};

if (import.meta.main) await runOperatorCommand(OUTBOX);
