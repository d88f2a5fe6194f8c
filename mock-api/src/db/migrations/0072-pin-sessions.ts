import type { Migration } from '../migrate.ts';

/** Which session a PIN was sent for: it works in no other. */
export const pinSessions: Migration = {
  name: '0072-pin-sessions',
  async up(trx) {
    await trx.schema.alterTable('pin_codes').addColumn('session_hash', 'text').execute();
  },
};
