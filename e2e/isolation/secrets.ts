import type { Page } from 'playwright/test';
import { ACCOUNTS } from '../support/hospital/api.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { MARKERS, plantMarkers } from '../support/screens/markers.ts';

const named = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `Secret-${kind}-${at}-quokka`);

/** Secrets planted on the phone, by storage type. */
const PLANTED = {
  local: named('local', 20),
  session: named('session', 10),
  cookies: named('cookie', 10),
  database: named('database', 20),
  cache: named('cache', 10),
  file: named('file', 1),
  document: named('document', 6),
  typed: named('typed', 1),
  channel: named('channel', 1),
};

/** A phone on which secrets are planted: a page of Playwright's, or that of an engine. */
export interface Planted {
  run(work: (planted: typeof PLANTED) => unknown, planted: typeof PLANTED): Promise<unknown>;
  type(keys: string): Promise<unknown>;
}

export const plantedOn = (page: Page): Planted => ({
  run: (work, planted) => page.evaluate(work, planted),
  type: (keys) => page.keyboard.type(keys),
});

async function plant(planted: typeof PLANTED): Promise<void> {
  for (const secret of planted.local) localStorage.setItem(secret, secret);
  for (const secret of planted.session) sessionStorage.setItem(secret, secret);
  for (const secret of planted.cookies) await cookieStore.set(secret, secret);
  const open = indexedDB.open('planted');
  open.onupgradeneeded = () => open.result.createObjectStore('planted', { autoIncrement: true });
  await new Promise((opened) => {
    open.onsuccess = opened;
  });
  const store = open.result.transaction('planted', 'readwrite').objectStore('planted');
  for (const secret of planted.database) store.add({ secret });
  open.result.close();
  const cache = await caches.open('planted');
  for (const secret of planted.cache) await cache.put(`/${secret}`, new Response(secret));
  // Not every engine can write files.
  const folder = await navigator.storage.getDirectory().catch(() => undefined);
  const file = await (await folder?.getFileHandle('planted', { create: true }))?.createWritable?.();
  await file?.write(planted.file[0] ?? '');
  await file?.close();
}

function use({ document: shown, channel, local }: typeof PLANTED): void {
  for (const secret of shown) document.body.appendChild(document.createElement('p')).textContent = secret;
  for (const secret of local) localStorage.setItem(secret, secret);
  new BroadcastChannel('planted').postMessage(channel[0]);
}

/** Plants 100 secrets: in the storage of an open page, plus the session token and the events in the product itself. */
export async function plantSecrets(phone: Planted, stack: Stack, token: string): Promise<string[]> {
  await plantMarkers(stack, ACCOUNTS.patient.email);
  await phone.run(plant, PLANTED);
  return [token, ...MARKERS, ...Object.values(PLANTED).flat()];
}

/**
 * Uses the secrets while a survey is open: shows them on the page, stores them, posts them between tabs and types
 * them, while the product calls its API.
 */
export async function useSecrets(phone: Planted): Promise<void> {
  await phone.run(use, PLANTED);
  await phone.type(PLANTED.typed[0] ?? '');
}
