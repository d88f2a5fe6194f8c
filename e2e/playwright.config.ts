import { defineConfig } from 'playwright/test';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { RETRIES } from 'tools/commands/report/batches';
import { launch, launchWindowless, MOVING, STILL } from './support/phone/browser.ts';
import { cameraArguments } from './support/phone/camera.ts';
import type { Barcode } from './support/phone/symbol.ts';

/** A project whose camera shows a wristband; each barcode needs its own browser. */
const camera = (barcode: Barcode) => ({
  name: `camera-${barcode}`,
  testMatch: 'journeys/slice.spec.ts',
  // More workers for four tests would start more products and browsers than they save time.
  workers: 1,
  use: { launchOptions: launch(cameraArguments(barcode)), ...MOVING },
});

/** Tests of what a person sees and does. Each starts with the emptied storage of the browser that the last one used. */
const SCREENS = ['looks/*.spec.ts', 'faults/api-matrix.spec.ts', 'journeys/*/*.spec.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/run/global-setup.ts',
  outputDir: 'test-results/run',
  fullyParallel: true,
  // On two processors, four workers use the time that tests wait: 930 s, where three took 1,061 s.
  workers: 4,
  // A test that passes at a second try is named at the end of the run.
  retries: RETRIES,
  forbidOnly: true,
  timeout: timeOuts.test,
  expect: { timeout: timeOuts.condition },
  reporter: [['list'], ['./support/run/totals-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: launchWindowless(),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    colorScheme: 'light',
    ...(process.env.MOVEMENT === 'on' ? MOVING : STILL),
    // Pictures of each step would take a fifth of the time; `--trace on` adds them.
    trace: { mode: 'retain-on-first-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    // A service worker's requests bypass the faults that tests inject into the page; it has its own tests.
    serviceWorkers: 'block',
    actionTimeout: timeOuts.condition,
    navigationTimeout: timeOuts.condition,
  },
  // Each project starts its own workers, each with a browser and a product (4 s of processor time), so a folder is a
  // project only if its tests need it. To run one folder, name it: `playwright test looks/`.
  projects: [
    // The kit's timeouts are the product's own, so it must not run in parallel with guests that loop.
    { name: 'conformance', testDir: 'conformance', workers: 2 },
    camera('code128'),
    camera('qrcode'),
    {
      name: 'chromium',
      testMatch: ['{isolation,offline}/**/*.spec.ts', '{faults,journeys}/*.spec.ts'],
      testIgnore: [...SCREENS, 'isolation/{floods,freeze}.spec.ts', 'journeys/slice.spec.ts'],
    },
    // Reusing the context saves a fifth of the time. Tests of caches, deploys and guests need a fresh one.
    { name: 'screens', testMatch: SCREENS, use: { reuseContext: true } },
    // Its tests run one after another; those with guests that loop occupy the other workers meanwhile.
    { name: 'gallery', testDir: '../shared-ui/gallery' },
    { name: 'floods', testMatch: 'isolation/{floods,freeze}.spec.ts' },
  ],
});
