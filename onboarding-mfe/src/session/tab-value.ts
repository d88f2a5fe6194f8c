import { store } from 'shared-ui';

/** Something that this tab keeps until its user has signed in. */
interface TabValue {
  /** Returns the stored value, parsed; null without one. */
  read(): unknown;
  store(value: unknown): void;
  clear(): void;
}

/** Returns the result of `work`, or `fallback` if the browser forbids storage or the stored value is unreadable. */
export function tryStorage<T>(work: () => T, fallback: T): T {
  try {
    return work();
  } catch (error) {
    console.info('The session storage could not be used', error);
    return fallback;
  }
}

/** Keeps a value in session storage, and discards it at sign-out: the next user of this tab may be someone else. */
export function createTabValue(key: string): TabValue {
  const clear = () => tryStorage(() => sessionStorage.removeItem(key), undefined);
  store.subscribe(({ session }, before) => {
    const wasSignedIn = before.session.status === 'full' || before.session.status === 'narrow';
    if (wasSignedIn && session.status === 'anonymous') clear();
  });
  return {
    read: () => tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown, null),
    store: (value) => tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined),
    clear,
  };
}

/** The link with which this tab's user sets a first password, once they have signed in by wristband and PIN. */
const link = createTabValue('first-password');

export function readFirstPasswordLink(): string | null {
  const uuid = link.read();
  return typeof uuid === 'string' ? uuid : null;
}

export const storeFirstPasswordLink = (uuid: string): void => link.store(uuid);

export const clearFirstPasswordLink = (): void => link.clear();
