import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Where a session was opened, and the codes by which staff confirm that it is them. */
async function addSecondFactors(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('sessions').addColumn('device', 'text').execute();
  await trx.schema
    .createTable('second_factors')
    .addColumn('token_hash', 'text', (column) =>
      column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

export const staff: Migration = { name: '0010-staff', up: addSecondFactors };
