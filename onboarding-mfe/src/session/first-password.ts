import { createTabValue } from './tab-value.ts';

/** The link with which this tab's user sets a first password, once they have signed in by wristband and PIN. */
const link = createTabValue('first-password');

/** Returns the token of the link; null without one. */
export function readFirstPasswordLink(): string | null {
  const uuid = link.read();
  return typeof uuid === 'string' ? uuid : null;
}

export const storeFirstPasswordLink = (uuid: string): void => link.store(uuid);

export const clearFirstPasswordLink = (): void => link.clear();
