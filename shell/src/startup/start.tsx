import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { runtimeConfig } from 'shared-ui';
import type { RuntimeConfig } from 'shared-ui/contract';
import { applySettings, restoreSession, setRuntimeConfig } from 'shared-ui/host';
import { App } from '../App.tsx';
import { startReporting } from '../health/load.ts';
import { startOfflineLater } from '../offline/start.ts';
import { readNotice } from '../override/notice.ts';
import { startDelivering } from '../surveys/load.ts';
import { whenSettled } from './idle.ts';
import {
  awaitForms,
  followTouches,
  prefetchScreenCode,
  prefetchScreenData,
  prepareScreen,
  whenScreenReady,
} from './prefetch-screen.ts';
import { StartFailure } from './StartFailure.tsx';

/** A screen that is not at hand so soon is not waited for: the page says that it waits. In milliseconds. */
const AT_HAND_MS = 250;

function nameProduct({ brand }: RuntimeConfig): void {
  document.querySelector('meta[name="application-name"]')?.setAttribute('content', brand.name);
}

/**
 * Starts the product in this page: settings, configuration, session, and the first screen.
 * @param configuration the page's; where it can't be read the page says so
 */
export async function startPage(configuration: Promise<RuntimeConfig>): Promise<void> {
  const root = createRoot(document.getElementById('root') ?? document.body);
  const override = readNotice();
  applySettings();
  try {
    const config = await configuration;
    setRuntimeConfig(config);
    nameProduct(config);
    // Before any remote loads: what goes wrong then is shown, too.
    if (config.dev) (await import('../remotes/hot-reload.ts')).followDevelopment();
    if (override) await (await import('../override/start.tsx')).startOverride(override);
  } catch (error) {
    console.error('The runtime configuration could not be read', error);
    root.render(<StartFailure />);
    return;
  }
  prefetchScreenCode(location.pathname);
  prefetchScreenData(location.pathname);
  followTouches();
  awaitForms();
  void restoreSession().finally(() => whenSettled(startDelivering));
  // A team at work wants what it has just built, never a copy, and sees itself how it does.
  if (!runtimeConfig().dev) {
    // Nor is a copy made of a test version.
    if (!override) startOfflineLater();
    whenSettled(startReporting);
  }
  // A task of its own, for the time in which answers are on their way.
  setTimeout(() => prepareScreen(location.pathname));
  // Drawn once and whole. What changes while it is drawn has React begin again, and then in one go.
  await Promise.race([whenScreenReady(location.pathname), new Promise((resolve) => setTimeout(resolve, AT_HAND_MS))]);
  // A transition is drawn in pieces, between which the browser can do other things.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
