import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Apology, Button, runtimeConfig, useText } from 'shared-ui';
import type { RuntimeConfig } from 'shared-ui/contract';
import { applySettings, configurePage, followPhoneTheme, loadApi, restoreSession, setPackLoader } from 'shared-ui/host';
import { App } from '../App.tsx';
import { whenQuiet, whenSettled } from '../idle.ts';
import { followLanguage, requestLanguage } from '../language.ts';
import { reportStorageFull } from '../offline/state.ts';
import { fetchPack } from '../remotes/language-pack.ts';
import { readNotice } from '../remotes/registry.ts';
import { startDelivering } from '../surveys/load.ts';
import { words } from '../words.ts';
import {
  openFrameWhenFormDue,
  prefetchOnPointerDown,
  prefetchScreenData,
  prepareDates,
  whenScreenReady,
} from './prefetch-screen.ts';

/** Shown when the configuration can't be read, on static hosting that is unreachable. */
function StartFailure() {
  const t = useText(words);
  return (
    <main>
      <Apology title={t('start.failed')} text={t('start.failedText')}>
        <Button onClick={() => location.reload()}>{t('start.tryAgain')}</Button>
      </Apology>
    </main>
  );
}

/** Starts reporting the health of the remotes in this page. Fetched after the first screen, which does not need it. */
function startReporting(): void {
  import('../health/reporting.ts')
    .then(({ startReporting: start }) => start())
    .catch((error: unknown) => console.info('Health reporting could not be loaded', error));
}

/** Starts offline support after the first screen. If it fails, the app works online only. */
function startOfflineLater(): void {
  // Data may be stored before offline support starts, and run out of space.
  window.addEventListener('lodestar:no-room', reportStorageFull);
  const start = () => {
    import('../offline/updates.ts')
      .then(({ startOffline }) => startOffline())
      .catch((error: unknown) => console.info('Offline support could not be started', error));
  };
  // With an active worker there is little to do, and its messages should arrive early. Installing one downloads and
  // stores everything, which slows down a slow phone.
  if (navigator.serviceWorker?.controller) whenSettled(start, 0);
  else whenQuiet(start);
}

/** Maximum wait for the first screen before a placeholder is shown (ms). */
const FIRST_SCREEN_WAIT_MS = 250;

/**
 * Starts the app in this page: settings, configuration, session, and the first screen.
 * @param configuration the page's configuration; if it rejects, an error screen is shown
 */
export async function startPage(configuration: Promise<RuntimeConfig>): Promise<void> {
  const root = createRoot(document.getElementById('root') ?? document.body);
  const override = readNotice();
  // The registry is known with the configuration.
  setPackLoader((language) => configuration.then(() => fetchPack(language)));
  applySettings();
  followPhoneTheme();
  try {
    const config = await configuration;
    configurePage(config);
    document.querySelector('meta[name="application-name"]')?.setAttribute('content', config.brand.name);
    // Before any remote loads, so that its errors are shown too.
    if (config.dev) (await import('../development/DevOverlay.tsx')).followDevelopment();
    if (override) await (await import('../override/OverrideStrip.tsx')).startOverride(override);
  } catch (error) {
    console.error('The runtime configuration could not be read', error);
    root.render(<StartFailure />);
    return;
  }
  prefetchScreenData(location.pathname);
  prefetchOnPointerDown();
  openFrameWhenFormDue();
  void restoreSession().finally(() => whenSettled(startDelivering));
  whenSettled(() => void followLanguage(requestLanguage), 0);
  // A visitor's first request must not wait for its code. Failures don't matter: the request loads it again.
  whenSettled(() => void loadApi().catch(() => undefined), 0);
  // Developers need the latest build, never a cached copy, and don't need health reports.
  if (!runtimeConfig().dev) {
    // Test versions are not cached either.
    if (!override) startOfflineLater();
    whenSettled(startReporting);
  }
  // In a separate task, while responses are pending.
  setTimeout(() => prepareDates(location.pathname));
  // Render once and completely: a store change during the render would make React restart it synchronously.
  await Promise.race([
    whenScreenReady(location.pathname),
    new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_WAIT_MS)),
  ]);
  // A transition renders in small steps, so that the browser can do other work.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
