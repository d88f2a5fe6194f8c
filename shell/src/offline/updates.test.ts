import { waitFor } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { openPage } from 'shared-ui/testing';
import { LANGUAGE } from './protocol.ts';
import { startOffline } from './updates.ts';

jest.mock('../remotes/registry.ts', () => ({ registryOfPage: () => ({ remotes: {}, origins: ['self'] }) }));

/** Gives the page a browser with an active worker. Returns what the page does with it, in order. */
function fakeBrowser(): string[] {
  const steps: string[] = [];
  const active = { postMessage: ({ type }: { type: string }) => steps.push(type) };
  const serviceWorker = {
    ...{ controller: active, addEventListener: () => undefined, startMessages: () => undefined },
    register: async () => {
      steps.push('register');
      return { active, update: async () => undefined };
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.defineProperty(navigator, 'locks', { value: { request: async () => undefined }, configurable: true });
  const open = async (cache: string) => ({
    put: async (url: string, response: Response) => steps.push(`${cache} ${url} ${await response.text()}`),
  });
  Object.defineProperty(globalThis, 'caches', { value: { open }, configurable: true });
  return steps;
}

test('startOffline writes the language before a worker downloads texts, and has them stored after a change', async () => {
  openPage();
  const steps = fakeBrowser();
  await startOffline();
  const written = `${LANGUAGE.cache} ${LANGUAGE.url}`;
  await waitFor(() => expect(steps).toEqual([`${written} en`, 'register', 'CHECK']));
  changeSettings({ language: 'fr' });
  await waitFor(() => expect(steps.slice(3)).toEqual([`${written} fr`, 'CHECK']));
});
