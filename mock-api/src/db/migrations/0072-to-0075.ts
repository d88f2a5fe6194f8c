import type { Migration } from '../migrate.ts';

/** Which session a PIN was sent for: it works in no other. */
export const pinSessions: Migration = {
  name: '0072-pin-sessions',
  async up(trx) {
    await trx.schema.alterTable('pin_codes').addColumn('session_hash', 'text').execute();
  },
};

/** The language that a person has chosen, and whether they need an interpreter. */
export const languages: Migration = {
  name: '0073-languages',
  async up(trx) {
    await trx.schema.alterTable('users').addColumn('language', 'text').execute();
    await trx.schema.alterTable('users').addColumn('needs_interpreter', 'integer').execute();
  },
};

/** Replies from a template, in every language. */
export const replyTexts: Migration = {
  name: '0074-reply-texts',
  async up(trx) {
    await trx.schema.alterTable('request_replies').addColumn('texts', 'text').execute();
  },
};

/** Critical texts of translations that staff have signed or corrected at the desk. */
export const textReviews: Migration = {
  name: '0075-text-reviews',
  async up(trx) {
    await trx.schema
      .createTable('text_reviews')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('text_id', 'text', (column) => column.notNull())
      .addColumn('translation', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('release_hash', 'text', (column) => column.notNull())
      .addColumn('signed_by', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('signed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('text_reviews_key', ['language', 'text_id'])
      .execute();
  },
};
