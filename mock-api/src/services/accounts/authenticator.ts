/**
 * Staff's authenticator app: set up with a first code, used as the second factor, with eight recovery codes for when
 * the phone is lost. Secrets are encrypted with the key of survey tokens, which isn't in the database.
 */
import { randomBytes } from 'node:crypto';
import { now } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { AuthenticatorSetup, OwnFactors, RecoveryCodes } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  type Authenticator,
  countAuthenticatorUse,
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  listRecoveryCodes,
  replaceAuthenticator,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../../repositories/accounts/authenticators.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { isStaff, lockUser } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { hashPassword, verifyPassword } from '../../security/passwords/passwords.ts';
import { seal, unseal } from '../../security/sealed.ts';
import { newTotpSecret, stepOfCode, toBase32, totpUri } from '../../security/totp.ts';
import type { Services } from '../context.ts';
import { requireFresh } from '../own-data/confirmation.ts';
import { openFully, requireNoFactor } from './enrolment.ts';

const PURPOSE = 'authenticators';
const RECOVERY_CODES = 8;
const RECOVERY_BYTES = 8;
/** Characters of a code in base 32. */
const RECOVERY_LENGTH = 13;

type Keys = Pick<Config, 'surveyTokens'>;

const storageKey = ({ surveyTokens }: Keys) => surveyTokens.keys[0] ?? '';

function secretOf({ surveyTokens }: Keys, sealed: string): string | undefined {
  for (const key of surveyTokens.keys) {
    try {
      return unseal(key, sealed, PURPOSE);
    } catch {
      // Sealed with an older key.
    }
  }
  return undefined;
}

/** @throws ProblemError STAFF_ONLY */
function requireStaff({ user }: Session): void {
  if (!isStaff(user)) throw new ProblemError('STAFF_ONLY');
}

/** Returns the dark modules of a QR code, a text of 0 and 1 for each row. */
async function modulesOf(text: string): Promise<string[]> {
  const { raw } = (await import('bwip-js/node')).default;
  const [symbol] = raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new Error('A QR code consists of modules');
  const { pixs, pixx: side } = symbol;
  return Array.from({ length: pixs.length / side }, (_, row) => pixs.slice(row * side, (row + 1) * side).join(''));
}

export async function readOwnFactors(db: Db, session: Session): Promise<OwnFactors> {
  requireStaff(session);
  const { id } = session.user;
  const row = await findAuthenticator(db, id);
  return { authenticatorSince: row?.confirmed_at ?? null, recoveryCodesLeft: await countRecoveryCodes(db, id) };
}

/**
 * Prepares an authenticator, which its first code confirms. One that is in use goes on until then only if it is removed
 * first, so that a page that someone left open can't replace it.
 * @throws ProblemError STAFF_ONLY or AUTHENTICATOR_IN_USE
 */
export async function startAuthenticator(services: Services, session: Session): Promise<AuthenticatorSetup> {
  const { db, config } = services;
  requireStaff(session);
  requireFresh(session);
  const { user } = session;
  const secret = newTotpSecret();
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    if ((await findAuthenticator(trx, user.id))?.confirmed_at != null) throw new ProblemError('AUTHENTICATOR_IN_USE');
    await replaceAuthenticator(trx, user.id, seal(storageKey(config), secret, PURPOSE));
  });
  const uri = totpUri(secret, { issuer: config.brand.name, account: user.email });
  return { secret, uri, modules: await modulesOf(uri) };
}

/** Returns whether this is the authenticator's code now, and stores its use: a code works once. */
async function takeCode(trx: Trx, config: Keys, row: Authenticator, code: string): Promise<boolean> {
  const secret = secretOf(config, row.sealed);
  const step = secret && stepOfCode(secret, code, Date.parse(now()), row.last_step);
  if (!step) return false;
  await countAuthenticatorUse(trx, row, step);
  return true;
}

/** How a code opened a session; undefined: it is neither the app's code now nor a recovery code of the user. */
export type AppCode = 'authenticator' | 'recovery-code' | undefined;

/** Returns the stored hash of the user's recovery code that someone entered; undefined if it fits none. */
export async function matchRecoveryCode(db: Db, userId: string, code: string): Promise<string | undefined> {
  const typed = code.replaceAll(/[^a-z2-7]/gi, '').toUpperCase();
  if (typed.length !== RECOVERY_LENGTH) return undefined;
  for (const hash of await listRecoveryCodes(db, userId)) if (await verifyPassword(hash, typed)) return hash;
  return undefined;
}

/**
 * Takes a code of the user's authenticator app, or one of their recovery codes, which is then used up.
 * @param guess what was entered, and what `matchRecoveryCode` returned for it
 */
export async function takeAppCode(
  trx: Trx,
  config: Keys,
  userId: string,
  { code, recovery }: { code: string; recovery?: string },
): Promise<AppCode> {
  const row = await findAuthenticator(trx, userId);
  if (row?.confirmed_at == null) return undefined;
  if (await takeCode(trx, config, row, code)) return 'authenticator';
  if (recovery === undefined) return undefined;
  return (await useRecoveryCode(trx, userId, recovery)) ? 'recovery-code' : undefined;
}

/** Returns whether the user has set up an authenticator app. */
export const hasAuthenticator = async (db: Db, userId: string): Promise<boolean> =>
  (await findAuthenticator(db, userId))?.confirmed_at != null;

/** Makes new recovery codes of 64 bits, in groups of four, which replace those before. */
async function makeRecoveryCodes(db: Db, userId: string): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)));
  const hashes = await Promise.all(codes.map(hashPassword));
  await db.transaction().execute((trx) => replaceRecoveryCodes(trx, userId, hashes));
  return { codes: codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code) };
}

/**
 * Confirms an authenticator with its first code, and opens a session that was waiting for that.
 * @throws ProblemError STAFF_ONLY, AUTHENTICATOR_WRONG or SECOND_FACTOR_STRONG
 */
export async function confirmAuthenticator(services: Services, session: Session, code: string): Promise<RecoveryCodes> {
  const { db, config, notifier } = services;
  requireStaff(session);
  const { user } = session;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    await requireNoFactor(trx, session);
    const row = await findAuthenticator(trx, user.id);
    if (!row || row.confirmed_at !== null || !(await takeCode(trx, config, row, code)))
      throw new ProblemError('AUTHENTICATOR_WRONG');
    await audit(trx, { action: 'AUTHENTICATOR_ADDED', actor: user.id, subject: user.id, object: 'authenticator' });
    await notifier.mail(trx, user, 'authenticatorAdded', '/app/settings');
    await openFully(trx, session, 'authenticator');
  });
  notifier.kick();
  return makeRecoveryCodes(db, user.id);
}

/** @throws ProblemError STAFF_ONLY, CONFIRMATION_REQUIRED or NOT_FOUND (no authenticator is set up) */
export async function renewRecoveryCodes({ db }: Services, session: Session): Promise<RecoveryCodes> {
  requireStaff(session);
  requireFresh(session);
  const { id } = session.user;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    if (!(await hasAuthenticator(trx, id))) throw new ProblemError('NOT_FOUND');
    await audit(trx, { action: 'AUTHENTICATOR_ADDED', actor: id, subject: id, object: 'recovery-codes' });
  });
  return makeRecoveryCodes(db, id);
}

/** @throws ProblemError STAFF_ONLY, CONFIRMATION_REQUIRED or NOT_FOUND */
export async function removeAuthenticator({ db }: Services, session: Session): Promise<void> {
  requireStaff(session);
  requireFresh(session);
  const { id } = session.user;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    if (!(await findAuthenticator(trx, id))) throw new ProblemError('NOT_FOUND');
    await deleteAuthenticator(trx, id);
    await audit(trx, { action: 'AUTHENTICATOR_REMOVED', actor: id, subject: id, object: 'authenticator' });
  });
}
