/** Push choice of this browser. Stored with its owner, because the browser's next user hasn't been asked yet. */
import { signedInUser, store } from 'shared-ui';

export type Choice = 'on' | 'off';

const KEY = 'push';

/** Returns an opaque identifier for the signed-in user. */
async function owner(): Promise<string> {
  const id = signedInUser(store.getState())?.id ?? '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`push ${id}`)));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the signed-in user's choice, if they were asked, and whether the stored choice belongs to another user. */
export async function readChoice(): Promise<{ choice: Choice | undefined; isOthers: boolean }> {
  const [kept = '', choice] = (localStorage.getItem(KEY) ?? '').split(' ');
  const isOwn = kept === (await owner());
  const own = choice === 'on' || choice === 'off' ? choice : undefined;
  return { choice: isOwn ? own : undefined, isOthers: kept !== '' && !isOwn };
}

export async function keepChoice(choice: Choice): Promise<void> {
  localStorage.setItem(KEY, `${await owner()} ${choice}`);
}
