import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Finds which patients' pages staff have opened by time, without reading the rest of the audit log. */
export const pageViews: Migration = {
  name: '0070-page-views',
  async up(trx) {
    await sql`create index audit_page_views on audit (at) where action = 'STAFF_VIEWED' and object = 'patient'`.execute(
      trx,
    );
  },
};
