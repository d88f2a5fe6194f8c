import type { SurveyToken } from 'mock-api/contract';
import { call, runtimeConfig, signedInUser, store } from 'shared-ui';
import { onDropDrafts } from 'shared-ui/host';
import { findVault, openVault } from 'shared-ui/vault';
import { wipeDropped } from './outbox-store.ts';

/** Vault owner prefix of survey tokens. They are deleted with the session, unless it only expired. */
const TOKENS = 'tokens/';

/** A token that expires sooner than this is replaced (ms): the survey may wait on the phone. */
const MIN_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Most events per request. */
const MAX_EVENTS = 20;

onDropDrafts((isDropped) => {
  wipeDropped(TOKENS, isDropped).catch((error) => console.info('Survey tokens could not be removed', error));
});

/** What this page has requested, so that an event without a token is not requested again and again. */
const requested = new Set<string>();

let last: Promise<void> = Promise.resolve();

const requestTokens = (about: readonly string[]) => call<SurveyToken[]>('post', 'v1/survey-tokens', { about });

const lifeOf = ({ expiresAt }: SurveyToken) => Date.parse(expiresAt) - Date.now();

/** Whether the recorder takes tokens. */
export const areTokensUsed = (): boolean => runtimeConfig().surveyTokens === true;

/** Returns a new token for the signed-in user's survey about an event; undefined on failure. Never throws. */
export async function fetchToken(about: string): Promise<string | undefined> {
  try {
    return (await requestTokens([about]))[0]?.token;
  } catch (error) {
    console.info('A survey token could not be fetched', error);
    return undefined;
  }
}

/**
 * Returns the token stored for a user's survey about an event, and removes it: each is for one survey. Undefined if none
 * is stored. Never throws.
 */
export async function takeToken(user: string, about: string): Promise<string | undefined> {
  try {
    const vault = await findVault(TOKENS + user);
    const stored = await vault?.get<SurveyToken>(about);
    await vault?.delete(about);
    requested.delete(`${user}/${about}`);
    return stored && lifeOf(stored) > 0 ? stored.token : undefined;
  } catch (error) {
    console.info('A survey token could not be read', error);
    return undefined;
  }
}

const isSignedIn = (user: string) => signedInUser(store.getState())?.id === user;

async function storeMissing(user: string, events: readonly string[]): Promise<void> {
  const vault = await openVault(TOKENS + user);
  const stored = await Promise.all(events.map((about) => vault.get<SurveyToken>(about)));
  const missing = events.filter((about, index) => {
    const token = stored[index];
    return !(token && lifeOf(token) > MIN_LIFE_MS) && !requested.has(`${user}/${about}`);
  });
  // The user may have signed out meanwhile: nothing is requested or stored then.
  if (missing.length === 0 || !isSignedIn(user)) return;
  for (const about of missing) requested.add(`${user}/${about}`);
  const tokens = await requestTokens(missing);
  if (!isSignedIn(user)) return;
  for (const token of tokens) await vault.put(token.about, token);
}

/**
 * Stores tokens for the signed-in user's surveys about these events, so that a survey can be answered offline and sent
 * after a sign-out. Never throws.
 * @param events newest first
 */
export function storeTokens(user: string, events: readonly string[]): Promise<void> {
  if (!areTokensUsed() || navigator.onLine === false || events.length === 0) return Promise.resolve();
  last = last
    .then(() => storeMissing(user, events.slice(0, MAX_EVENTS)))
    .catch((error: unknown) => console.info('Survey tokens could not be stored', error));
  return last;
}
