import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { applySettings, type RuntimeConfig, runtimeConfig, setRuntimeConfig, startSession } from 'shared-ui';
import { App } from './App.tsx';
import { startDelivering } from './delivery/load.ts';
import { whenSettled } from './idle.ts';
import { startOfflineLater } from './offline/start.ts';
import { guardScripts } from './remotes/integrity.ts';
import { readRuntime } from './remotes/registry.ts';
import { StartFailure } from './StartFailure.tsx';
import { fetchScreenAhead, loadScreenAhead, readyScreenAhead } from './session/headStart.ts';

function nameProduct({ brand }: RuntimeConfig): void {
  document.querySelector('meta[name="application-name"]')?.setAttribute('content', brand.name);
}

/** Starts the product in this page: settings, configuration, session, and the first screen. */
export async function startPage(): Promise<void> {
  const root = createRoot(document.getElementById('root') ?? document.body);
  guardScripts();
  applySettings();
  try {
    const config = await readRuntime();
    setRuntimeConfig(config);
    nameProduct(config);
    if (config.dev) void import('./remotes/hot-reload.ts').then(({ followRegistry }) => followRegistry());
  } catch (error) {
    console.error('The runtime configuration could not be read', error);
    root.render(<StartFailure />);
    return;
  }
  loadScreenAhead(location.pathname);
  fetchScreenAhead(location.pathname);
  void startSession().finally(() => whenSettled(startDelivering));
  // A team at work wants what it has just built, never a copy.
  if (!runtimeConfig().dev) startOfflineLater();
  // A transition is drawn in pieces, between which the browser can do other things.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  // A task of its own, which the first picture does not wait for.
  setTimeout(() => readyScreenAhead(location.pathname));
}
