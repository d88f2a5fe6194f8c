import { sql, type Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Next steps used to be recognised by their icon; also in the demo's stored content, which becomes notifications later. */
async function addNotificationKind(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('notifications')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('information'))
    .execute();
  await sql`update notifications set kind = 'next-step' where document like '%"icon":"map-pin"%'`.execute(trx);
  for (const table of ['starter_documents', 'story_steps']) {
    await sql`update ${sql.table(table)}
      set document = replace(document, '"icon":"map-pin"', '"icon":"map-pin","kind":"next-step"')`.execute(trx);
  }
}

export const notificationKind: Migration = { name: '0031-notification-kind', up: addNotificationKind };
