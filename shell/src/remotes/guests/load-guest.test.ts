import type { RemoteManifest } from 'shared-ui/contract';
import { RemoteError } from '../failure.ts';
import { loadGuest } from './load-guest.ts';

jest.mock('./frozen-pages.ts', () => ({ hasFrozenPage: async () => false }));
Object.assign(globalThis, { __webpack_public_path__: '/shell/1.0.0/' });

test('a guest of 30 MB whose time is over is not downloaded any further, and leaves no frame', async () => {
  const manifest = { entry: 'remoteEntry.js', container: 'c', expose: './survey', shared: {}, files: {} };
  const located = { manifest: manifest as unknown as RemoteManifest, url: `${location.origin}/remotes/` };
  const signals: AbortSignal[] = [];
  globalThis.fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const { signal } = init ?? {};
      if (!signal) return;
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const frame = document.body.appendChild(document.createElement('iframe'));
  const deadline = new AbortController();
  const ready = { frame, port: new Promise<MessagePort>(() => undefined) };
  const loading = loadGuest('surveys@2.0.0', Promise.resolve(located), () => ready, deadline.signal);
  const ended = expect(loading).rejects.toBeInstanceOf(RemoteError);
  while (signals.length === 0) await Promise.resolve();
  deadline.abort();
  await ended;
  expect(frame.isConnected).toBe(false);
});
