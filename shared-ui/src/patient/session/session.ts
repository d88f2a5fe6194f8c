import type { Me, SessionAnswer, User, UserChanges } from 'mock-api/contract';
import { STATUS_EXPIRED } from '../../contract/routes/paths.ts';
import { dropVisitorDrafts, setDraftOwner } from '../../platform/drafts/owner.ts';
import { adoptEarlyCalls } from '../../platform/http/client.ts';
import { ApiFailure, isHospitalOut } from '../../platform/http/failure.ts';
import { lastTouchedAt } from '../../platform/http/headers.ts';
import { clearCache, clearOtherCaches, isSessionExpired } from '../../platform/http/offline-cache.ts';
import { SESSION_MAX_MS } from '../../platform/http/session-cache.ts';
import { forgetToken, savedToken, saveToken, TOKEN_KEY } from '../../platform/http/token.ts';
import { redirectTo } from '../../platform/page.ts';
import { changeSettings } from '../settings/settings-actions.ts';
import { dispatchSession, emptyPersonalData, type Store, store, waitFor } from '../store.ts';
import { cachedCurrentUser, fetchCurrentUser, signOut, updateUser } from './api.ts';
import { describeEnd, idleMinutes } from './ended.ts';
import type { EndedSession } from './state.ts';

/** Interval between checks of the session (ms, docs/product-rules.md#session). */
export const RECHECK_MS = 60_000;

/** Delay after a start before leftovers of past sessions are cleared, e.g. of a sign-out that crashed (ms). */
const CLEANUP_DELAY_MS = 2_000;

/** How long a start waits for the server before it continues with cached data (ms). */
const RESTORE_TIMEOUT_MS = 3_000;

/** Whether the server lets this user into the app. */
const isLetIn = (me: Me) => me.scope === 'full' && me.statusId !== STATUS_EXPIRED && !me.toAgree?.length;

function accept(me: Me): void {
  dispatchSession({ type: 'confirmed', me, at: Date.now() });
  const wasLetIn = isLetIn(me);
  if (store.getState().settings.wasLetIn !== wasLetIn) changeSettings({ wasLetIn });
  if (me.statusId === STATUS_EXPIRED) dropRecords();
}

/** Clears the records after the trial has expired. The session continues, and unsent data is still sent. */
function dropRecords(): void {
  store.setState({ ...emptyPersonalData(), delivery: store.getState().delivery });
  void clearCache();
}

/**
 * Clears all of the person's data, in memory and in the cache. Resolves when the cache is cleared.
 * @param ended why, unless the person signed out
 */
function dropSession(ended: EndedSession | null = null): Promise<void> {
  forgetToken();
  const wiped = clearCache();
  changeSettings({ isUserValidated: false, wasLetIn: false, viewTutorial: false, isLanguageChosen: false });
  dispatchSession({ type: 'ended', ended }, emptyPersonalData());
  return wiped;
}

const endsSession = (error: unknown) => error instanceof ApiFailure && (error.status === 401 || error.status === 403);

/**
 * Sets the owner of the drafts, which are deleted on sign-out and when another person signs in. They stay while the
 * person can return to them: a session that can't be confirmed just now has not ended, and after one that ran out on an
 * open page the same person may sign in again.
 */
function updateDraftOwner(state: Store): void {
  const { status, hasRunOut } = state.session;
  const owner = signedInUser(state)?.id ?? null;
  setDraftOwner(owner, owner !== null || (status === 'anonymous' && !hasRunOut && savedToken() === null));
}

store.subscribe(updateDraftOwner);

/** Asks the server for the session's user. Returns whether it could be reached. */
async function checkSession(token: string): Promise<boolean> {
  // Ignores a response for a session that is over by now (signed out, another user).
  const isCurrent = () => savedToken() === token;
  try {
    const me = await fetchCurrentUser();
    if (isCurrent()) accept(me);
    return true;
  } catch (error) {
    if (!isCurrent()) return true;
    console.info('The session could not be confirmed', error);
    if (!endsSession(error)) {
      dispatchSession({ type: 'check-failed', isHospitalOut: isHospitalOut(error) });
      return false;
    }
    const ended = await describeRefused();
    if (isCurrent()) dropSession(ended);
    return true;
  }
}

/** Describes the session that the server has just refused. On a page that was just opened, only the cache knows it. */
async function describeRefused(): Promise<EndedSession> {
  const { me } = store.getState().session;
  if (me) return describeEnd(me, lastTouchedAt());
  const cached = await cachedCurrentUser();
  if (cached) return describeEnd(cached.me, cached.at);
  return describeEnd(null, (await isSessionExpired()) ? 0 : Date.now());
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isStillUnknown = (token: string) => savedToken() === token && store.getState().session.status === 'unknown';

/** Whether this phone still has a session whose user the page does not know. */
const isStillOut = (token: string) => savedToken() === token && store.getState().session.me === null;

/** Returns whether the app may open with this phone's copy of the user, before the server has confirmed the session. */
const maySkipCheck = (me: Me) => isLetIn(me) && store.getState().settings.isUserValidated;

/**
 * Continues as the last user at once, while the server confirms the session, if it can still be open: online, a session
 * that nothing has used for longer than the server allows is over.
 */
async function continueUnconfirmed(token: string): Promise<void> {
  const cached = await cachedCurrentUser();
  if (!cached || !isStillUnknown(token) || !maySkipCheck(cached.me)) return;
  const isOffline = !navigator.onLine;
  const maxAge = isOffline ? SESSION_MAX_MS : idleMinutes() * 60_000;
  if (Date.now() - cached.at <= maxAge) dispatchSession({ type: 'resumed', ...cached, isOffline });
}

/** Continues as the last user, unless their session is over by now. Returns whether this phone knows one. */
async function continueOffline(token: string): Promise<boolean> {
  if (store.getState().session.isUnconfirmed && savedToken() === token) {
    dispatchSession({ type: 'unreachable' });
    return true;
  }
  const isOver = await isSessionExpired();
  const cached = await cachedCurrentUser();
  if (!isStillOut(token)) return true;
  if (isOver) await dropSession(describeEnd(cached?.me, 0));
  else if (cached) dispatchSession({ type: 'resumed', ...cached, isOffline: true });
  return isOver || cached !== undefined;
}

/**
 * Tries the saved token. Without one, or if the server refuses it, the person is anonymous. If the server can't be
 * reached, or not in time, continues as the last user; without one, the person is anonymous and the token is kept for
 * the next check. Looks twice for the last user, as the storage of a busy phone can be silent for seconds.
 */
export async function restoreSession(): Promise<void> {
  followOtherTabs();
  adoptEarlyCalls();
  const token = savedToken();
  setTimeout(() => void clearOtherCaches(savedToken()), CLEANUP_DELAY_MS);
  if (!token) return dispatchSession({ type: 'ended', ended: null });
  const check = checkSession(token);
  void continueUnconfirmed(token);
  const isKnown = await Promise.race([check, wait(RESTORE_TIMEOUT_MS).then(() => false)]);
  if (isKnown || (await continueOffline(token)) || (await check) || (await continueOffline(token))) return;
  if (isStillUnknown(token)) dispatchSession({ type: 'unreachable' });
}

/** Resolves when the saved token has been tried. Until then the user is unknown. */
export const sessionKnown = (): Promise<void> => waitFor(({ session }) => session.status !== 'unknown');

/** Returns whether the session has been unconfirmed for longer than any lasts. For browsers without storage. */
function isLongUnconfirmed(): boolean {
  const { checkedAt } = store.getState().session;
  return checkedAt !== null && Date.now() - checkedAt > SESSION_MAX_MS;
}

/**
 * Asks the server whether the session is still valid. A refusal ends it; a network failure marks it offline, or continues
 * as the last user, if the start could not read this phone's storage.
 */
export async function recheckSession(): Promise<void> {
  const token = savedToken();
  const { checkedAt } = store.getState().session;
  if (!token || (await checkSession(token))) return;
  const isOver = (await isSessionExpired()) || isLongUnconfirmed();
  // A check that started later may have succeeded while this one was retried.
  if (savedToken() !== token || store.getState().session.checkedAt !== checkedAt) return;
  // No session lasts that long: it is over, whether or not the server can be reached.
  if (isOver) await dropSession(describeEnd(store.getState().session.me, 0));
  else if (!isStillOut(token) || !(await continueOffline(token))) dispatchSession({ type: 'unreachable' });
}

let isFollowing = false;

/** Follows sign-outs and sign-ins in other tabs: this tab must not show another user's data. */
function followOtherTabs(): void {
  if (isFollowing) return;
  isFollowing = true;
  const follow = () => {
    if (savedToken() === null) {
      if (store.getState().session.status !== 'anonymous') void dropSession();
      return;
    }
    dispatchSession({ type: 'replaced' }, emptyPersonalData());
    void restoreSession();
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY) follow();
  });
  // A page in the back/forward cache receives no events.
  let token = savedToken();
  window.addEventListener('pagehide', () => {
    token = savedToken();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && savedToken() !== token) follow();
  });
}

/** Forgets the end of the last session: its user is back where they were. */
export const forgetEnd = (): void => dispatchSession({ type: 'returned' });

/** Starts the session that a sign-in has opened. Clears the previous user's data. */
export function openSession({ token, user }: SessionAnswer): void {
  dropVisitorDrafts();
  saveToken(token);
  store.setState(emptyPersonalData());
  accept(user);
}

/** Upgrades the session to a full one after the right PIN. The token stays the same. */
export function upgradeSession(me: Me): void {
  accept(me);
}

/**
 * Changes the signed-in user's mobile number. Resolves with whether the server now has the new number. A narrow session
 * may do so only after the email step.
 * @throws ApiFailure
 */
export async function changeMobile(phoneNumber: string): Promise<boolean> {
  const me = await updateUser('me', { phoneNumber });
  accept(me);
  return me.phoneNumber === phoneNumber;
}

/** How the hospital contacts the person; null if they don't say. */
export interface Contact {
  contactEmail: string | null;
  mobilePhone: string | null;
}

/** Changes how the hospital contacts the person. Signing in and the PIN are not affected. @throws ApiFailure */
export async function changeContact(contact: Contact): Promise<void> {
  accept(await updateUser('me', { ...contact }));
}

/** In which language the person reads best, and whether they need an interpreter. */
export type LanguageNeeds = Pick<UserChanges, 'language' | 'needsInterpreter'>;

/** Tells the hospital how to talk with the person, and in which language to write. @throws ApiFailure */
export async function changeLanguageNeeds(needs: LanguageNeeds): Promise<void> {
  accept(await updateUser('me', { ...needs }));
}

/**
 * Signs out: on this phone immediately, and on the server if it can be reached. Staff who signed in through an identity
 * provider continue at its sign-out page.
 */
export async function endSession(): Promise<void> {
  const onError = (error: unknown) => void console.info('The sign-out request failed', error);
  const serverSignOut = savedToken() ? signOut().catch(onError) : undefined;
  await dropSession();
  const answer = await serverSignOut;
  if (answer?.endSessionUrl) redirectTo(answer.endSessionUrl);
}

/**
 * Returns whether the user is signed in and past the tutorial offer, and so may use the app
 * (docs/product-rules.md#guards).
 */
export const mayUseApp = ({ session, settings }: Store) => session.status === 'full' && settings.isUserValidated;

/** Returns the user of a full session; undefined for a visitor and for a narrow session. */
export function signedInUser({ session: { me } }: Store): User | undefined {
  return me?.scope === 'full' ? me : undefined;
}
