import type { PushKey } from 'mock-api/contract';
import { ApiFailure, call, signedInUser, store } from 'shared-ui';
import { defineCatalogue } from 'shared-ui/languages';
import en from '../locales/push.en.json';

export const words = defineCatalogue('timeline-mfe/push', en, (tag) => import(`../locales/push.${tag}.json`));

/** Push notifications in this browser: support, subscription, and renewal at each visit. */

/** Fetches the push key as base64url. @throws ApiFailure PUSH_OFF if the hospital sends no pushes */
const fetchPushKey = async (): Promise<string> => (await call<PushKey>('get', 'v1/push/key')).key;

/** Registers this browser's push subscription, or confirms that it is still valid. @throws ApiFailure */
const registerPush = (subscription: PushSubscriptionJSON) => call<void>('post', 'v1/push/subscriptions', subscription);

/** @throws ApiFailure */
const unregisterPush = (endpoint: string) => call<void>('delete', 'v1/push/subscriptions', { endpoint });

/** Saves whether notifications may be sent as text messages when no push gets through. @throws ApiFailure */
export const saveTextNotifications = (textNews: boolean) => call<void>('patch', 'v1/users/me', { textNews });

/** The user's choice. Stored with its owner, because the browser's next user hasn't been asked yet. */
type Choice = 'on' | 'off';

const KEY = 'push';

/** Returns an opaque identifier of the signed-in user. */
async function ownerOfChoice(): Promise<string> {
  const id = signedInUser(store.getState())?.id ?? '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`push ${id}`)));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the signed-in user's choice, if they were asked, and whether the stored choice belongs to another user. */
async function readChoice(): Promise<{ choice: Choice | undefined; isOthers: boolean }> {
  const [storedOwner = '', choice] = (localStorage.getItem(KEY) ?? '').split(' ');
  const isOwn = storedOwner === (await ownerOfChoice());
  const own = choice === 'on' || choice === 'off' ? choice : undefined;
  return { choice: isOwn ? own : undefined, isOthers: storedOwner !== '' && !isOwn };
}

async function storeChoice(choice: Choice): Promise<void> {
  localStorage.setItem(KEY, `${await ownerOfChoice()} ${choice}`);
}

/**
 * `unsupported`: the browser has no push support, or the hospital sends no pushes. `home-screen`: an iPhone supports
 * them once the app is on the home screen. `denied`: the user has blocked them in the browser settings. `unasked`:
 * the user hasn't been asked yet.
 */
export type PushState = 'unsupported' | 'home-screen' | 'denied' | 'unasked' | Choice;

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns whether this is Safari on an iPhone and the page was not opened from the home screen. */
const isOutsideHomeScreen = () => 'standalone' in navigator && navigator.standalone === false;

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return isOutsideHomeScreen() ? 'home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const { choice } = await readChoice();
  if (choice === 'on' && Notification.permission === 'granted') return 'on';
  if (!(await isOffered())) return 'unsupported';
  return choice === undefined ? 'unasked' : 'off';
}

/** Returns whether the hospital sends pushes at all; assumed to be true if the server can't be reached. */
async function isOffered(): Promise<boolean> {
  return fetchPushKey().then(
    () => true,
    (error: unknown) => !(error instanceof ApiFailure && error.code === 'PUSH_OFF'),
  );
}

/** @throws if the shell's service worker isn't registered yet, which happens some seconds after the first page load */
async function pushManager(): Promise<PushManager> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('No service worker is registered yet');
  return registration.pushManager;
}

const base64Url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Subscribes with the current key and registers the subscription with the server. Replaces a subscription that was
 * made with another key.
 */
async function subscribe(): Promise<void> {
  const key = await fetchPushKey();
  const pushes = await pushManager();
  const known = await pushes.getSubscription();
  const isUsable = known !== null && base64Url(known.options.applicationServerKey) === key;
  if (known && !isUsable) await known.unsubscribe();
  const subscription = isUsable ? known : await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await registerPush(subscription.toJSON());
}

/**
 * Shows the browser's permission prompt and subscribes. Must be called from a user gesture; browsers require one.
 * @returns the resulting state: `denied` if the user has refused
 * @throws when the browser or the server fails
 */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) === 'granted') {
    await subscribe();
    await storeChoice('on');
  }
  return readPushState();
}

/** Unsubscribes this browser, here and at the server. @throws ApiFailure */
export async function turnPushOff(): Promise<PushState> {
  await storeChoice('off');
  const subscription = await (await pushManager()).getSubscription();
  if (subscription) {
    await unregisterPush(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return readPushState();
}

/** Stores that the user declined pushes: they aren't asked again, and can still use the switch in the settings. */
export const declinePush = (): Promise<void> => storeChoice('off');

/**
 * Runs at each visit: registers an active subscription again, replacing it if it has expired, and removes one that
 * another user left behind.
 */
export async function renewPush(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const { choice, isOthers } = await readChoice();
  if (choice === 'on') await subscribe();
  else if (isOthers) await (await (await pushManager()).getSubscription())?.unsubscribe();
}
