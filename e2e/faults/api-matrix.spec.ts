import type { Page, TestInfo } from 'playwright/test';
import { PublishedFiles } from '../../gateway/registry/published.ts';
import { paths } from '../../shared-ui/src/contract/paths.ts';
import { refusalExpected } from '../looks/faults.ts';
import type { World } from '../looks/screen-state.ts';
import type { RemoteName } from '../support/builds.ts';
import { addToFigure } from '../support/figures.ts';
import { expect, test } from '../support/fixtures.ts';
import { STILL } from '../support/movement.ts';
import { TIGHT } from '../support/narrow.ts';
import { Random } from '../support/random.ts';
import { screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';
import { SURVEYS } from '../support/surveys.ts';
import { enterAs } from '../support/viewer.ts';
import { API_FAULTS, type ApiFault } from './api-faults.ts';
import { ROWS, titleOf } from './api-screens.ts';
import { sendThrough } from './api-surveys.ts';
import { activeOf } from './faults.ts';
import type { Counts } from './sight.ts';
import { walkThrough } from './walk.ts';

/** `npm run soak` tests every fault on every screen; other runs test two of the eight, chosen by the seed. */
const IS_WHOLE = process.env.API_FAULTS === 'all';
const SEED = Number(process.env.SEED ?? 20_261_120);

/** The seed determines the order in which screens are assigned faults. */
const TURNS = shuffled(API_FAULTS, new Random(SEED));

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Returns the faults for the screen at this index, in the table's order: 401, which may redirect, comes last. */
function faultsFor(place: number): ApiFault[] {
  if (IS_WHOLE) return API_FAULTS;
  const count = TURNS.length;
  // Three steps apart, so each fault is paired with several others.
  const chosen = [TURNS[place % count], TURNS[(place + 3) % count]];
  return API_FAULTS.filter((fault) => chosen.includes(fault));
}

const TITLES = [...ROWS.map(titleOf), ...SURVEYS.map(({ kind }) => `the ${kind} survey`)];

test.use({ ...STILL, viewport: TIGHT.narrow });

test.beforeEach(async ({ page, context, stack, problems }) => {
  await refusalExpected({ page, context, stack, problems });
  await page.clock.install();
});

/** Adds the counts of a walk to the run's figure, even when the walk fails. */
async function counted(testInfo: TestInfo, walk: (counts: Counts) => Promise<void>): Promise<void> {
  const counts: Counts = { cells: 0, 'blank screens': 0, 'lost inputs': 0 };
  try {
    await walk(counts);
  } finally {
    addToFigure(testInfo, 'faults', counts);
  }
}

for (const [place, row] of ROWS.entries()) {
  const faults = faultsFor(place);
  test(`${titleOf(row)}: ${faults.join(', ')}`, async ({ page, context, stack, problems }, testInfo) => {
    const world = { page, context, stack, problems };
    await enterAs(row.as, world, row.storySteps === undefined ? {} : { storySteps: row.storySteps });
    await counted(testInfo, (counts) => walkThrough(row, world, faults, counts));
  });
}

for (const [place, survey] of SURVEYS.entries()) {
  const faults = faultsFor(ROWS.length + place);
  test(`the ${survey.kind} survey: ${faults.join(', ')}`, async ({ page, context, stack, problems }, testInfo) => {
    const world: World = { page, context, stack, problems };
    await enterAs('patient', world, { storySteps: Number.POSITIVE_INFINITY });
    await counted(testInfo, (counts) => sendThrough(survey, world, faults, counts));
  });
}

/** Makes routes equal that differ only in parameter names. */
const unnamed = (route: string) => route.replaceAll(/:\w+/g, ':');

/** Returns every path that the product's own links can lead to, with named parameters. */
function linkedRoutes(part: object = paths): string[] {
  return Object.values(part).flatMap((path: unknown) => {
    if (typeof path === 'function') return [String(path(':first', ':second'))];
    return typeof path === 'object' && path !== null ? linkedRoutes(path) : [String(path)];
  });
}

/** Returns the routes that a remote's build provides, read from the page that runs it. */
async function offeredRoutes(page: Page, stack: Stack, remote: RemoteName): Promise<string[]> {
  const manifest = await new PublishedFiles(stack.deployRoot).remote(remote, activeOf(stack, remote));
  await page.waitForFunction((container) => Reflect.has(globalThis, container), manifest?.container ?? '');
  return page.evaluate(
    async ([container = '', expose = '']) => {
      interface Route {
        path?: string;
        index?: boolean;
        children?: Route[];
      }
      const pathsOf = (routes: Route[], before: string): string[] =>
        routes.flatMap(({ path = '', index, children }) => {
          const whole = path === '' ? before : `${before}/${path}`;
          return index || !children ? [whole] : pathsOf(children, whole);
        });
      const remote = Reflect.get(globalThis, container) as { get(expose: string): Promise<() => { default: unknown }> };
      const feature = (await remote.get(expose))().default as { routes: Route[] };
      return pathsOf(feature.routes, '');
    },
    [manifest?.container, manifest?.expose],
  );
}

test('every route of the product has a row and every row has a route', async ({ page, context, stack, problems }) => {
  const world = { page, context, stack, problems };
  await page.goto(paths.onboarding.welcome);
  await screen(page, 'Welcome to Lodestar');
  const onboarding = await offeredRoutes(page, stack, 'onboarding');
  await enterAs('patient', world);
  await page.goto(paths.profile.results(1));
  await screen(page, 'My Results');
  const others = [...(await offeredRoutes(page, stack, 'timeline')), ...(await offeredRoutes(page, stack, 'records'))];
  const routes = new Set([...onboarding, ...others, ...linkedRoutes()].map(unnamed));
  expect([...new Set(ROWS.map(({ route }) => unnamed(route)))].sort()).toEqual([...routes].sort());
});

test(`every fault is met by many screens (seed ${SEED})`, () => {
  const all = TITLES.flatMap((_, place) => faultsFor(place));
  for (const fault of API_FAULTS) expect(all.filter((met) => met === fault).length, fault).toBeGreaterThan(5);
});
