/** Pushes in this browser: whether it can have them, on, off, and found again at each visit. */
import { ApiFailure } from 'shared-ui';
import { fetchPushKey, registerPush, unregisterPush } from '../api/push.ts';
import { type Choice, keepChoice, readChoice } from './choice.ts';

/**
 * `unsupported`: this browser has none, or the hospital sends none. `home-screen`: an iPhone has them once the app is on the home screen. `denied`: the
 * person has forbidden them in the browser's own settings. `unasked`: nobody has asked yet.
 */
export type PushState = 'unsupported' | 'home-screen' | 'denied' | 'unasked' | Choice;

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Safari on an iPhone says so of a page that was not started from the home screen. */
const isOutsideHomeScreen = () => 'standalone' in navigator && navigator.standalone === false;

/** Returns how it is about pushes here, for the signed-in person. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return isOutsideHomeScreen() ? 'home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const { choice } = await readChoice();
  if (choice === 'on' && Notification.permission === 'granted') return 'on';
  if (!(await isOffered())) return 'unsupported';
  return choice === undefined ? 'unasked' : 'off';
}

/** Whether the hospital sends pushes at all; taken to be so where it can't be asked just now. */
async function isOffered(): Promise<boolean> {
  return fetchPushKey().then(
    () => true,
    (error: unknown) => !(error instanceof ApiFailure && error.code === 'PUSH_OFF'),
  );
}

/** @throws where the shell's service worker is not there yet: it comes some seconds after the first page */
async function manager(): Promise<PushManager> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('There is no service worker yet');
  return registration.pushManager;
}

const textOf = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Subscribes with the product's present key, and tells the server. A subscription with another key is of no use any more. */
async function subscribe(): Promise<void> {
  const key = await fetchPushKey();
  const pushes = await manager();
  const known = await pushes.getSubscription();
  const isUsable = known !== null && textOf(known.options.applicationServerKey) === key;
  if (known && !isUsable) await known.unsubscribe();
  const subscription = isUsable ? known : await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await registerPush(subscription.toJSON());
}

/**
 * Asks the browser's own question and subscribes. Only after a tap: browsers ask then alone.
 * @returns how it is then: `denied` where the person has said no
 * @throws when the browser or the server could not
 */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) === 'granted') {
    await subscribe();
    await keepChoice('on');
  }
  return readPushState();
}

/** Ends pushes in this browser. Throws ApiFailure. */
export async function turnPushOff(): Promise<PushState> {
  await keepChoice('off');
  const subscription = await (await manager()).getSubscription();
  if (subscription) {
    await unregisterPush(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return readPushState();
}

/** Notes that the person wants no pushes: they are not asked again, and find the switch in the settings. */
export const declinePush = (): Promise<void> => keepChoice('off');

/**
 * At a visit: a subscription that is on is told to the server again, anew where it has died meanwhile; one that another
 * person left behind ends.
 */
export async function renewPush(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const { choice, isOthers } = await readChoice();
  if (choice === 'on') await subscribe();
  else if (isOthers) await (await (await manager()).getSubscription())?.unsubscribe();
}
