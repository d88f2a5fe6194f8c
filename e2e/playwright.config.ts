import { defineConfig } from 'playwright/test';
import { launch, launchWindowless } from './support/browser.ts';
import { type Barcode, cameraArguments } from './support/camera.ts';
import type { Options } from './support/fixtures.ts';

/** A camera that looks at a wristband; each barcode needs a browser of its own. */
const camera = (barcode: Barcode) => ({
  name: `camera-${barcode}`,
  testMatch: 'journeys/slice.spec.ts',
  use: { barcode, launchOptions: launch(cameraArguments(barcode)) },
});

export default defineConfig<Options>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/global-setup.ts',
  globalTeardown: './support/global-teardown.ts',
  outputDir: 'test-results/run',
  fullyParallel: true,
  // One a processor, where there are two: a third gains a tenth of the time (866 s in place of 966) and a fourth none, and
  // what a journey waits for then takes as much longer as its processor is shared.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Two browsers and stacks on two processors: only what hangs takes so long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./support/totals-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: launchWindowless(),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    colorScheme: 'light',
    // A trace of every test costs a quarter of the run: ask for one where a test failed (`--trace on`).
    screenshot: 'only-on-failure',
    // A service worker's requests go past the faults that tests make in the page: it has tests of its own.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
  },
  projects: [
    camera('code128'),
    camera('qrcode'),
    { name: 'journeys', testDir: 'journeys', testIgnore: 'slice.spec.ts' },
    // The kit's timeouts are the product's own, so it does not run beside guests that loop.
    { name: 'conformance', testDir: 'conformance', workers: 2 },
    { name: 'looks', testDir: 'looks' },
    { name: 'faults', testDir: 'faults' },
    { name: 'offline', testDir: 'offline', use: { serviceWorkers: 'allow' } },
    { name: 'gallery', testDir: '../shared-ui/gallery' },
    { name: 'isolation', testDir: 'isolation' },
  ],
});
