import type { Me, SessionAnswer } from 'mock-api/contract';
import { dropVisitorDrafts, setDraftOwner } from '../../platform/drafts/owner.ts';
import { ApiFailure, isHospitalOut } from '../../platform/http/failure.ts';
import { clearCache, clearOtherCaches, hasOutlasted, SESSION_MAX_MS } from '../../platform/http/offline-cache.ts';
import { forgetToken, savedToken, saveToken, TOKEN_KEY } from '../../platform/http/token.ts';
import { changeSettings } from '../settings/settings-actions.ts';
import type { Store } from '../store.ts';
import { emptyPersonalData, store, updateSlice, waitFor } from '../store.ts';
import {
  adoptPrefetchedUser,
  cachedCurrentUser,
  fetchCurrentUser,
  STATUS_EXPIRED,
  signOut,
  updateUser,
} from './api.ts';

/** The session is checked again this often, in milliseconds (docs/product-rules.md#session). */
export const RECHECK_MS = 60_000;

/** How long after a start leftovers of a past session go (of a sign-out that crashed, say), in milliseconds. */
const TIDY_MS = 2_000;

/** A start waits this long for the server before it goes on with what the phone knows, in milliseconds. */
const PATIENCE_MS = 3_000;

function accept(me: Me): void {
  updateSlice('session', {
    status: me.scope,
    me,
    isOffline: false,
    isHospitalOut: false,
    checkedAt: Date.now(),
    hasRunOut: false,
  });
  if (me.statusId === STATUS_EXPIRED) dropRecords();
}

/** The trial is over: the session goes on, but nothing that was read in it may be. What waits to be sent still goes. */
function dropRecords(): void {
  store.setState({ ...emptyPersonalData(), delivery: store.getState().delivery });
  void clearCache();
}

/** Everything of the person goes, here and in what the phone keeps. Resolves when the latter is done. */
function dropSession(hasRunOut = false): Promise<void> {
  forgetToken();
  const wiped = clearCache();
  changeSettings({ isUserValidated: false, viewTutorial: false });
  store.setState({
    session: { status: 'anonymous', me: null, isOffline: false, checkedAt: null, hasRunOut },
    ...emptyPersonalData(),
  });
  return wiped;
}

const endsSession = (error: unknown) => error instanceof ApiFailure && (error.status === 401 || error.status === 403);

/**
 * Drafts are for the person who typed them: they go with a sign-out, and when another person is here. They stay while the
 * person can come back to them: a session that can't be confirmed just now has not ended, and after one that ran out on an
 * open page the same person may sign in again.
 */
function tellDraftOwner({ session: { me, status, hasRunOut } }: Store): void {
  const owner = me?.scope === 'full' ? me.id : null;
  setDraftOwner(owner, owner !== null || (status === 'anonymous' && !hasRunOut && savedToken() === null));
}

store.subscribe(tellDraftOwner);

/** Asks the server who is here. Returns whether it could be reached. */
async function askWho(token: string, hasBeenHere: boolean): Promise<boolean> {
  // An answer about a session that is over by now (signed out, another user) says nothing about this one.
  const isStillAsked = () => savedToken() === token;
  try {
    const me = await fetchCurrentUser();
    if (isStillAsked()) accept(me);
    return true;
  } catch (error) {
    if (!isStillAsked()) return true;
    console.info('The session could not be confirmed', error);
    if (!endsSession(error)) {
      updateSlice('session', { isHospitalOut: isHospitalOut(error) });
      return false;
    }
    dropSession(hasBeenHere);
    return true;
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isStillUnknown = (token: string) => savedToken() === token && store.getState().session.status === 'unknown';

/** Goes on as the last user, unless their session is over by now. Returns whether this phone knows one. */
async function goOnOffline(token: string): Promise<boolean> {
  const isOver = await hasOutlasted();
  const last = await cachedCurrentUser();
  if (!isStillUnknown(token)) return true;
  if (isOver) {
    await dropSession();
    return true;
  }
  if (last) updateSlice('session', { status: last.me.scope, me: last.me, isOffline: true, checkedAt: last.at });
  return last !== undefined;
}

/**
 * Tries the saved token. Without one, or when the server refuses it, the person is anonymous. When the server can't be
 * reached, or not within a moment, the person goes on as the last user; where there is none, they are anonymous,
 * and the token stays for the next try.
 */
export async function restoreSession(): Promise<void> {
  followOtherTabs();
  adoptPrefetchedUser();
  const token = savedToken();
  setTimeout(() => void clearOtherCaches(savedToken()), TIDY_MS);
  if (!token) return updateSlice('session', { status: 'anonymous' });
  const asked = askWho(token, false);
  const isKnown = await Promise.race([asked, wait(PATIENCE_MS).then(() => false)]);
  if (isKnown || (await goOnOffline(token)) || (await asked)) return;
  if (isStillUnknown(token)) updateSlice('session', { status: 'anonymous', isOffline: true });
}

/** Waits until the saved token has been tried: before that it is unknown who is here. */
export const sessionKnown = (): Promise<void> => waitFor(({ session }) => session.status !== 'unknown');

/** For browsers that keep nothing. */
function isLongUnconfirmed(): boolean {
  const { checkedAt } = store.getState().session;
  return checkedAt !== null && Date.now() - checkedAt > SESSION_MAX_MS;
}

/** Asks the server whether the session still holds. Only its refusal ends it; a network failure says "offline". */
export async function recheckSession(): Promise<void> {
  const token = savedToken();
  const { checkedAt } = store.getState().session;
  if (!token || (await askWho(token, true))) return;
  const isOver = (await hasOutlasted()) || isLongUnconfirmed();
  // A check that began later, while this one was being retried, may have succeeded.
  if (savedToken() !== token || store.getState().session.checkedAt !== checkedAt) return;
  // No session lasts that long, so that this one is over, whether or not the server can be asked.
  if (isOver) await dropSession(true);
  else updateSlice('session', { isOffline: true });
}

let isFollowing = false;

/** Another tab has signed out, or another user in: what this tab shows is not theirs. */
function followOtherTabs(): void {
  if (isFollowing) return;
  isFollowing = true;
  const follow = () => {
    if (savedToken() === null) {
      if (store.getState().session.me) dropSession();
      return;
    }
    store.setState({ session: { ...store.getState().session, status: 'unknown', me: null }, ...emptyPersonalData() });
    void restoreSession();
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY) follow();
  });
  // A page that the browser has set aside whole, for Back, hears of nothing.
  let token = savedToken();
  window.addEventListener('pagehide', () => {
    token = savedToken();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && savedToken() !== token) follow();
  });
}

/** Takes the session that a sign-in has just opened. Data of the user before goes. */
export function openSession({ token, user }: SessionAnswer): void {
  dropVisitorDrafts();
  saveToken(token);
  store.setState(emptyPersonalData());
  accept(user);
}

/** The PIN was right: the same token now stands for a full session. */
export function upgradeSession(me: Me): void {
  accept(me);
}

/**
 * Changes the signed-in user's mobile number. Returns whether the server has the new one now. A narrow session may do
 * so after the e-mail step only. Throws ApiFailure.
 */
export async function changeMobile(phoneNumber: string): Promise<boolean> {
  const me = await updateUser('me', { phoneNumber });
  accept(me);
  return me.phoneNumber === phoneNumber;
}

/** How the hospital reaches the person; null where they say nothing. */
export interface Contact {
  contactEmail: string | null;
  mobilePhone: string | null;
}

/** Keeps how the hospital reaches the person. Signing in and the PIN go on as before. Throws ApiFailure. */
export async function changeContact(contact: Contact): Promise<void> {
  accept(await updateUser('me', { ...contact }));
}

/** Signs out: on this phone at once, on the server as soon as it can be told. */
export async function endSession(): Promise<void> {
  const unheard = (error: unknown) => console.info('The server could not be told of the sign-out', error);
  const told = savedToken() ? signOut().catch(unheard) : undefined;
  await dropSession();
  await told;
}

/** Signed in, and past the tutorial offer: may use the app (docs/product-rules.md#guards). */
export const mayUseApp = ({ session, settings }: Store) => session.status === 'full' && settings.isUserValidated;
