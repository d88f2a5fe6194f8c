/** Whether a person wants pushes in this browser. Kept here, since the next person of the browser has not been asked. */
import { store } from 'shared-ui';

export type Choice = 'on' | 'off';

const KEY = 'push';

/** A name for the signed-in person that says nothing about them. */
async function owner(): Promise<string> {
  const { me } = store.getState().session;
  const id = me?.scope === 'full' ? me.id : '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`push ${id}`)));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the signed-in person has chosen, if they were asked, and whether another person has chosen here before. */
export async function readChoice(): Promise<{ choice: Choice | undefined; isOthers: boolean }> {
  const [kept = '', choice] = (localStorage.getItem(KEY) ?? '').split(' ');
  const isOwn = kept === (await owner());
  const own = choice === 'on' || choice === 'off' ? choice : undefined;
  return { choice: isOwn ? own : undefined, isOthers: kept !== '' && !isOwn };
}

export async function keepChoice(choice: Choice): Promise<void> {
  localStorage.setItem(KEY, `${await owner()} ${choice}`);
}
