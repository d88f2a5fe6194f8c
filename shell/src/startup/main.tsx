import './outline.css';
import { earlyStart } from './first.ts';

/**
 * Yields to the main thread between the steps of the start, so that each ends before a slow phone would miss a tap or
 * a frame. All code is already downloaded; only its execution is split.
 */
const yieldToMain = () =>
  new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resume;
    port2.postMessage(null);
  });

async function runLibraries(): Promise<void> {
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react-router-dom');
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'styled-components');
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'shared-ui');
  await yieldToMain();
}

async function start(): Promise<void> {
  const share = globalThis.__lodestarShare;
  if (share) (await import(/* webpackMode: "eager" */ '../remotes/loading/runtime-core.ts')).offerShared(share);
  if (!earlyStart) return;
  await runLibraries();
  earlyStart.releaseModules();
  const { startPage } = await import(/* webpackMode: "eager" */ './start.tsx');
  await yieldToMain();
  await startPage(earlyStart.config);
}

start().catch((error: unknown) => {
  console.error('The app could not be started', error);
  // Never a blank page: show the message included in it.
  document.getElementById('stuck')?.removeAttribute('hidden');
});
