import type { Migration } from '../migrate.ts';

/** Wards of patients; of requests, how urgent they are, and which staff members have read them and are on them. */
export const bedsideRequests: Migration = {
  name: '0056-bedside-requests',
  async up(trx) {
    await trx.schema.alterTable('users').addColumn('ward', 'text').execute();
    const requests = trx.schema.alterTable('requests');
    await requests.addColumn('level', 'integer').execute();
    await requests.addColumn('urgency', 'text', (column) => column.notNull().defaultTo('routine')).execute();
    for (const name of ['seen_by', 'assignee_id'] as const)
      await requests.addColumn(name, 'text', (column) => column.references('users.id').onDelete('set null')).execute();
    await requests.addColumn('expected_at', 'text').execute();
  },
};
