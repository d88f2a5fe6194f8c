/** `npm run outbox -- <what> [id]`: messages that could not be delivered, against DATABASE_URL or DATA_DIR. */
import { runOperatorCommand, type Subcommands } from './command.ts';
import { listOutbox, retryAll, retryMessage } from './outbox.ts';

const SUBCOMMANDS: Subcommands = {
  list: {
    help: 'list         how many messages wait, went out and did not, and the dead letters',
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

await runOperatorCommand('outbox', SUBCOMMANDS, 'DATABASE_URL or DATA_DIR says which database.');
