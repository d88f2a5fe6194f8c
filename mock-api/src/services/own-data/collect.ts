/** Everything that a person may see about themselves. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { DAY, now } from '../../common/clock.ts';
import type { Locale } from '../../common/i18n.ts';
import { phoneDigits } from '../../common/phone.ts';
import type { OwnData } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { findInterest, supportRequestsOf } from '../../repositories/accounts/sign-ups.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { listCarePlans, listNotifications, listResults } from '../../repositories/care/content.ts';
import { listEvents } from '../../repositories/care/events.ts';
import { listProfiles } from '../../repositories/care/profiles.ts';
import { listMessagesTo } from '../../repositories/messages/messages.ts';
import { listLinks } from '../../repositories/records/links.ts';
import { listSupporters } from '../../repositories/sharing/supporters.ts';
import { readAgreements } from '../accounts/agreements.ts';
import { describeUser } from '../accounts/me.ts';
import { stateOf } from '../accounts/own-sessions.ts';
import { readWholeAudit } from '../care/audit.ts';
import { readGoingHome } from '../care/going-home.ts';
import { readAbout, readCareTeam, readDocuments, readMedications, readObservations } from '../care/records.ts';
import { readAllRequests } from '../care/requests.ts';
import type { Services } from '../context.ts';
import { countWithin } from '../messages/count-within.ts';
import { readPasskeys } from '../passkeys/own.ts';
import { requireConfirmed } from './confirmation.ts';
import { readFiles } from './files.ts';
import { readSurveys } from './surveys.ts';

async function readMessages(db: Db, user: UserRow): Promise<OwnData['messages']> {
  const own = [user.email, user.contact_email ?? '', user.phone_digits, phoneDigits(user.mobile_phone ?? '')];
  const addresses = own.filter((address) => address !== '');
  const rows = await listMessagesTo(db, addresses);
  return rows.map(({ channel, recipient: to, created_at: createdAt, sent_at: sentAt }) => ({
    channel: channel === 'email' ? 'email' : 'sms',
    to,
    createdAt,
    sentAt,
  }));
}

async function readInterest(db: Db, { email }: UserRow): Promise<OwnData['interestSignUp']> {
  const row = await findInterest(db, email);
  return row ? { name: row.name, city: row.city, optIn: row.opt_in === 1, createdAt: row.created_at } : null;
}

async function readRecordLinks(db: Db, userId: string): Promise<OwnData['recordLinks']> {
  const rows = await listLinks(db, userId);
  return rows.map(({ source, state, linked_at: linkedAt, checked_at: checkedAt }) => ({
    source,
    state,
    linkedAt,
    checkedAt: checkedAt || null,
  }));
}

async function collect(services: Services, session: Session, locale: Locale): Promise<OwnData> {
  const { db, config } = services;
  const { user } = session;
  const record = { db, config, user, profileId: OWN_PROFILE, locale };
  const [events, results] = [await listEvents(db, user.id, locale), await listResults(db, user.id, locale)];
  return {
    format: 'lodestar-own-data',
    version: 1,
    exportedAt: now(),
    hospital: config.brand.hospital,
    account: await describeUser(db, config, user),
    identifiers: {
      dateOfBirth: user.date_of_birth,
      room: user.room,
      recordNumber: user.record_number,
      bandCode: user.band_code,
    },
    agreements: await readAgreements(db, config, user.id),
    profiles: await listProfiles(db, user, locale),
    notifications: await listNotifications(db, user.id, locale),
    events,
    results,
    carePlans: await listCarePlans(db, user.id, locale),
    medications: await readMedications(record),
    careTeam: await readCareTeam(record),
    about: await readAbout(record),
    measurements: await readObservations(record, undefined),
    documents: await readDocuments(record),
    goingHome: await readGoingHome(record),
    recordLinks: await readRecordLinks(db, user.id),
    requests: await readAllRequests(db, user, locale),
    ...(await readSurveys(db, config, user.id)),
    files: await readFiles(db, user.id, locale, { events, results }),
    supporters: await listSupporters(db, user.id, locale),
    supportRequests: await supportRequestsOf(db, user.id),
    messages: await readMessages(db, user),
    interestSignUp: await readInterest(db, user),
    passkeys: await readPasskeys(db, user.id, locale),
    sessions: (await stateOf(services, session, locale)).sessions,
    accessLog: await readWholeAudit(db, user.id, locale),
  };
}

/**
 * Returns everything that the session's user may see about themselves, and records it in their access log.
 * @throws Problem CONFIRMATION_REQUIRED or TOO_MANY_EXPORTS
 */
export async function exportOwnData(
  services: Services,
  session: Session,
  form: 'json' | 'pdf',
  locale: Locale,
): Promise<OwnData> {
  requireConfirmed(session);
  const { db, config } = services;
  const { id } = session.user;
  await db.transaction().execute(async (trx) => {
    const allowed = { key: `exports:${id}`, window: DAY, most: config.limits.exportsPerPersonDay };
    await countWithin(trx, allowed, 'TOO_MANY_EXPORTS');
    await audit(trx, { action: 'DATA_EXPORTED', actor: id, subject: id, object: form });
  });
  return collect(services, session, locale);
}
