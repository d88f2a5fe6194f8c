/**
 * Proof of who uses a session, before it may take out or erase everything: the password or, for an account without one,
 * a PIN by text. It counts for this session and a few minutes.
 */
import { after, MINUTE } from '../../common/clock.ts';
import { maskPhone } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import type { OwnDataState, Proof } from '../../contract.ts';
import { confirmSession, isConfirmed, type Session } from '../../repositories/accounts/sessions.ts';
import { isStaff } from '../../repositories/accounts/users.ts';
import { failedSignIn } from '../../repositories/audit.ts';
import { verifyPassword } from '../../security/passwords/passwords.ts';
import { accountKey, tryOnce } from '../accounts/login-throttle.ts';
import { checkPin } from '../accounts/pin.ts';
import type { Services } from '../context.ts';

const LIFETIME = 5 * MINUTE;

const proofOf = ({ user }: Session) => (user.password_hash === null ? 'pin' : 'password');

const confirmedUntil = (session: Session) => (isConfirmed(session) ? session.confirmedUntil : null);

export function ownDataState(session: Session): OwnDataState {
  return {
    proof: proofOf(session),
    maskedPhone: maskPhone(session.user.phone_number),
    confirmedUntil: confirmedUntil(session),
    mayErase: !isStaff(session.user),
  };
}

/** @throws ProblemError CONFIRMATION_REQUIRED */
export function requireConfirmed(session: Session): void {
  if (!isConfirmed(session)) throw new ProblemError('CONFIRMATION_REQUIRED');
}

/** How long after a sign-in its person still counts as there. */
const FRESH = 15 * MINUTE;

/**
 * Refuses changes of how one signs in, unless its person has just signed in or been confirmed: an unlocked phone that
 * lies around gives nobody lasting access. An identity provider checks its sessions itself. A patient with neither a
 * password nor a number could not confirm anything, and may need to add the number.
 * @throws ProblemError CONFIRMATION_REQUIRED
 */
export function requireFresh(session: Session): void {
  const { password_hash: password, phone_number: phone } = session.user;
  const canConfirm = session.checkedAt === null && (password !== null || phone !== '');
  if (canConfirm && session.createdAt < after(-FRESH)) requireConfirmed(session);
}

/** Where a proof comes from: the network address, and the known device of the account. */
interface From {
  address: string;
  device: string | undefined;
}

/** @throws ProblemError PASSWORD_WRONG, PIN_WRONG, PIN_DEAD, PIN_LOCKED or LOGIN_BLOCKED */
async function check(services: Services, session: Session, proof: Proof, from: From): Promise<void> {
  const { user } = session;
  if (proofOf(session) === 'pin') {
    // A password can't be right for an account without one.
    await checkPin(services, session, 'pin' in proof ? proof.pin : '', from.device);
    return;
  }
  const password = 'password' in proof ? proof.password : '';
  const isRight = () => verifyPassword(user.password_hash, password);
  const failure = failedSignIn('password', user.id, user.id);
  if (await tryOnce(services, { key: accountKey(user.email), subject: user.id, failure, ...from, isRight })) return;
  throw new ProblemError('PASSWORD_WRONG');
}

/**
 * Confirms a session for a few minutes. Wrong passwords and PINs count like those at sign-in.
 * @throws ProblemError PASSWORD_WRONG, PIN_WRONG, PIN_DEAD, PIN_LOCKED or LOGIN_BLOCKED
 */
export async function confirm(services: Services, session: Session, proof: Proof, from: From): Promise<OwnDataState> {
  await check(services, session, proof, from);
  const until = after(LIFETIME);
  await confirmSession(services.db, session.tokenHash, until);
  return ownDataState({ ...session, confirmedUntil: until });
}
