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
