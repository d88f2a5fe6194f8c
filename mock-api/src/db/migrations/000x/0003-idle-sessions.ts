import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Sessions from before have no idle end: they count as ended, and people sign in once more. */
async function addIdleEnds(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('sessions')
    .addColumn('idle_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

export const idleSessions: Migration = { name: '0003-idle-sessions', up: addIdleEnds };
