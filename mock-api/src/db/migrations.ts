/**
 * The API's migrations, in order. Never change one that has been released: add a new one.
 *
 * Expand, then contract: during an upgrade, and after a rollback, the previous release uses the migrated database. So a
 * migration only adds: tables, and columns that are nullable or have a default. What is no longer used is dropped one
 * release later, when the previous release doesn't use it either. `mock-api/test/operation/previous-release.test.ts` checks this.
 */
import type { Migrations } from './migrate.ts';
import { firstSchema } from './migrations/000x/0001-first-schema.ts';
import { mailRequests } from './migrations/000x/0002-mail-requests.ts';
import { idleSessions } from './migrations/000x/0003-idle-sessions.ts';
import { sharing } from './migrations/000x/0004-sharing.ts';
import { audit } from './migrations/000x/0005-audit.ts';
import { navigator } from './migrations/000x/0006-navigator.ts';
import { testers } from './migrations/000x/0007-testers.ts';
import { viewsAndAdmissions } from './migrations/000x/0008-views-and-admissions.ts';
import { surveyReceipts } from './migrations/000x/0009-survey-receipts.ts';
import { staff } from './migrations/001x/0010-staff.ts';
import { agreements } from './migrations/001x/0011-agreements.ts';
import { desk } from './migrations/001x/0012-desk.ts';
import { requests } from './migrations/001x/0013-requests.ts';
import { invitations } from './migrations/001x/0014-invitations.ts';
import { passkeys } from './migrations/001x/0015-passkeys.ts';
import { changes } from './migrations/002x/0020-changes.ts';
import { outbox } from './migrations/002x/0025-outbox.ts';
import { push } from './migrations/002x/0026-push.ts';
import { heldInvitations } from './migrations/003x/0030-held-invitations.ts';
import { notificationKind } from './migrations/003x/0031-notification-kind.ts';
import { deskWorklist } from './migrations/003x/0032-desk-worklist.ts';
import { strictIdentity } from './migrations/003x/0035-strict-identity.ts';
import { auditChain } from './migrations/003x/0037-audit-chain.ts';
import { records } from './migrations/004x/0040-records.ts';
import { ownData } from './migrations/004x/0044-own-data.ts';
import { staffIdentities } from './migrations/004x/0045-staff-identities.ts';
import { recordLinks } from './migrations/004x/0046-record-links.ts';
import { goingHome } from './migrations/004x/0047-going-home.ts';
import { hospitalOutbox } from './migrations/004x/0048-hospital-outbox.ts';
import { provenNumbers } from './migrations/004x/0049-proven-numbers.ts';
import { identityChecks } from './migrations/005x/0051-identity-checks.ts';
import { names } from './migrations/005x/0052-names.ts';
import { unprovenEmails } from './migrations/005x/0053-unproven-emails.ts';
import { endedSupports } from './migrations/005x/0054-ended-supports.ts';
import { explanations } from './migrations/005x/0055-explanations.ts';

/** All tables, children before parents: the order in which they can be dropped. */
export const TABLES = [
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
    mailRequests,
    idleSessions,
    sharing,
    audit,
    navigator,
    testers,
    viewsAndAdmissions,
    surveyReceipts,
    staff,
    agreements,
    desk,
    requests,
    invitations,
    passkeys,
    changes,
    outbox,
    push,
    heldInvitations,
    notificationKind,
    deskWorklist,
    strictIdentity,
    auditChain,
    records,
    ownData,
    staffIdentities,
    recordLinks,
    goingHome,
    hospitalOutbox,
    provenNumbers,
    identityChecks,
    names,
    unprovenEmails,
    endedSupports,
    explanations,
  ],
};
