/**
 * The API's migrations, in order. Never change one that has been released: add a new one to the newest file.
 *
 * Expand, then contract: during an upgrade, and after a rollback, the previous release uses the migrated database. So a
 * migration only adds: tables, and columns that are nullable or have a default. What is no longer used is dropped one
 * release later, when the previous release doesn't use it either. `mock-api/test/operation/previous-release.test.ts` checks this.
 */
import type { Migrations } from './migrate.ts';
import { firstSchema } from './migrations/0001-first-schema.ts';
import { MIGRATIONS_0002_TO_0015 } from './migrations/0002-to-0015.ts';
import { MIGRATIONS_0020_TO_0037 } from './migrations/0020-to-0037.ts';
import { MIGRATIONS_0040_TO_0055 } from './migrations/0040-to-0055.ts';
import { MIGRATIONS_0056_TO_0061 } from './migrations/0056-to-0061.ts';
import { medicationChecks } from './migrations/0062-medication-checks.ts';
import { dailyQuestions } from './migrations/0063-daily-questions.ts';
import { roundsQuestions } from './migrations/0064-rounds-questions.ts';
import { homePlans } from './migrations/0065-home-plans.ts';
import { feedStays, merges } from './migrations/0066-to-0067-feed.ts';
import { deskRoles } from './migrations/0068-desk-roles.ts';
import { authenticators } from './migrations/0069-authenticators.ts';
import { pageViews } from './migrations/0070-page-views.ts';
import { scimGroups } from './migrations/0071-scim-groups.ts';
import { languages, pinSessions, replyTexts, textReviews } from './migrations/0072-to-0075.ts';

/** All tables, children before parents: the order in which they can be dropped. */
export const TABLES = [
  'text_reviews',
  'desk_openings',
  'merge_moves',
  'merges',
  'medication_check_asks',
  'medication_checks',
  'stays',
  'feed_message_person',
  'feed_message',
  'daily_questions',
  'daily_counts',
  'rounds_questions',
  'day_plans',
  'return_notices',
  'explanations',
  'going_home_ticks',
  'record_items',
  'fhir_files',
  'fhir_resources',
  'fhir_links',
  'deliveries',
  'change_numbers',
  'changes',
  'audit_chain',
  'audit',
  'oidc_logout_tokens',
  'oidc_sessions',
  'oidc_sign_ins',
  'staff_identities',
  'passkey_challenges',
  'recovery_codes',
  'authenticators',
  'passkeys',
  'survey_erasures',
  'hospital_outbox',
  'push_subscriptions',
  'news_position',
  'ended_supports',
  'held_invitations',
  'invitations',
  'desk_templates',
  'request_replies',
  'requests',
  'wristbands',
  'agreements',
  'second_factors',
  'facts',
  'support_requests',
  'interest_sign_ups',
  'mail_requests',
  'messages',
  'story_positions',
  'story_steps',
  'starter_documents',
  'question_ticks',
  'insight_requests',
  'supporters',
  'notifications',
  'care_plans',
  'results',
  'profiles',
  'survey_receipts',
  'event_views',
  'events',
  'throttles',
  'name_keys',
  'phone_changes',
  'phone_codes',
  'pin_codes',
  'one_time_tokens',
  'sessions',
  'users',
  'schema_migrations',
] as const;

export const MIGRATIONS: Migrations = {
  log: 'schema_migrations',
  list: [
    firstSchema,
    ...MIGRATIONS_0002_TO_0015,
    ...MIGRATIONS_0020_TO_0037,
    ...MIGRATIONS_0040_TO_0055,
    ...MIGRATIONS_0056_TO_0061,
    medicationChecks,
    dailyQuestions,
    roundsQuestions,
    homePlans,
    feedStays,
    merges,
    deskRoles,
    authenticators,
    pageViews,
    scimGroups,
    pinSessions,
    languages,
    replyTexts,
    textReviews,
  ],
};
