import { sendPin } from 'shared-ui';

/**
 * Until when the PIN that was last sent lives, in milliseconds since 1970. Kept for this tab's session, so that a
 * reload does not send another one; holds nothing about the person.
 */
const KEY = 'pin-lives-until';

let sending: Promise<void> | null = null;

function livesUntil(): number {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

function remember(expiresAt: string): void {
  try {
    sessionStorage.setItem(KEY, String(Date.parse(expiresAt)));
  } catch (error) {
    console.info('A reload will send another PIN', error);
  }
}

/** The PIN sent last is of no use any more: another person is here, or the server says that it is dead. */
export function forgetPin(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch (error) {
    console.info('This browser keeps nothing', error);
  }
}

/** Has a new PIN sent; while one is on its way, waits for that one instead. Throws ApiFailure. */
export function sendNewPin(): Promise<void> {
  sending ??= sendPin()
    .then(({ expiresAt }) => remember(expiresAt))
    .finally(() => {
      sending = null;
    });
  return sending;
}

/** Sends a PIN unless the last one still lives. Throws ApiFailure. */
export async function sendFirstPin(): Promise<void> {
  if (livesUntil() <= Date.now()) await sendNewPin();
}
