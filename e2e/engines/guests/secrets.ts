import { ACCOUNTS } from '../../support/api.ts';
import { MARKERS, plantMarkers } from '../../support/markers.ts';
import type { Visit } from '../journeys/journey.ts';

const KINDS = ['local', 'session', 'cookie', 'database', 'cache', 'document', 'said'] as const;
const EACH = 10;
const TYPED = 'Secret-typed-quokka';

const named = (kind: string) => Array.from({ length: EACH }, (_, at) => `Secret-${kind}-${at}-quokka`);

/** Runs in the page: plants secrets in every storage the engine offers and in the document. */
async function plant(all: Record<string, string[]>): Promise<void> {
  const of = (kind: string) => all[kind] ?? [];
  for (const secret of of('local')) localStorage.setItem(secret, secret);
  for (const secret of of('session')) sessionStorage.setItem(secret, secret);
  for (const secret of of('cookie')) await cookieStore.set(secret, secret);
  for (const secret of of('document')) document.body.appendChild(document.createElement('p')).textContent = secret;
  const open = indexedDB.open('planted');
  open.onupgradeneeded = () => open.result.createObjectStore('planted', { autoIncrement: true });
  await new Promise((opened) => {
    open.onsuccess = opened;
  });
  const store = open.result.transaction('planted', 'readwrite').objectStore('planted');
  for (const secret of of('database')) store.add({ secret });
  open.result.close();
  const cache = await caches.open('planted');
  for (const secret of of('cache')) await cache.put(`/${secret}`, new Response(secret));
}

/** Uses secrets on a page while a survey is open: stores them, posts them between tabs and types them. */
export async function useSecrets({ phone }: Visit): Promise<void> {
  await phone.run(
    (local, said) => {
      for (const secret of local) localStorage.setItem(secret, secret);
      const channel = new BroadcastChannel('planted');
      for (const secret of said) channel.postMessage(secret);
    },
    named('local'),
    named('said'),
  );
  await phone.browser.type(TYPED);
}

/**
 * Plants secrets on an open page, plus the session token and the events in the product itself. @returns all of them
 */
export async function plantSecrets({ phone, stack }: Visit, token: string): Promise<string[]> {
  await plantMarkers(stack, ACCOUNTS.patient.email);
  const planted = Object.fromEntries(KINDS.map((kind) => [kind, named(kind)]));
  await phone.run(plant, planted);
  return [token, TYPED, ...MARKERS, ...Object.values(planted).flat()];
}
