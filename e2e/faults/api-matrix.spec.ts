import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from 'playwright/test';
import { REPO } from '../../gateway/common/paths.ts';
import { paths } from '../../shared-ui/src/contract/routes/paths.ts';
import { refusalExpected } from '../looks/faults.ts';
import type { RemoteName } from '../support/builds.ts';
import { addToFigure } from '../support/figures.ts';
import { expect, test } from '../support/fixtures.ts';
import { STILL } from '../support/movement.ts';
import { TIGHT } from '../support/narrow.ts';
import { surveyCase } from '../support/surveys.ts';
import { enterAs } from '../support/viewer.ts';
import { ROWS } from './api-screens.ts';
import { sendThrough } from './api-surveys.ts';
import type { Counts } from './sight.ts';
import { walkThrough } from './walk.ts';

const storySteps = Number.POSITIVE_INFINITY;

test.use({ ...STILL, viewport: TIGHT.narrow });

/** Adds the counts of a walk to the run's figure, even when the walk fails. */
async function counted(testInfo: TestInfo, walk: (counts: Counts) => Promise<void>): Promise<void> {
  const counts: Counts = { cells: 0, 'blank screens': 0, 'lost inputs': 0 };
  try {
    await walk(counts);
  } finally {
    addToFigure(testInfo, 'faults', counts);
  }
}

test.describe('every fault of the API', () => {
  test.beforeEach(async ({ page, context, stack, problems }) => {
    await refusalExpected({ page, context, stack, problems });
    await page.clock.install();
  });

  for (const row of ROWS) {
    const { when } = row;
    if (when === undefined) continue;
    test(`${row.route} ${when.does} under every fault of the API`, async ({
      page,
      context,
      stack,
      problems,
    }, testInfo) => {
      await enterAs(row.as, { context, stack }, { storySteps });
      await counted(testInfo, (counts) => walkThrough(row, when, { page, context, stack, problems }, counts));
    });
  }

  test('the admission survey keeps its answers under every fault of the recorder', async ({
    page,
    context,
    stack,
    problems,
  }, testInfo) => {
    await enterAs('patient', { context, stack }, { storySteps });
    const world = { page, context, stack, problems };
    await counted(testInfo, (counts) => sendThrough(surveyCase('admission'), world, counts));
  });
});

/** Makes routes equal that differ only in parameter names. */
const unnamed = (route: string) => route.replaceAll(/:\w+/g, ':');

/** Returns every path that the product's own links can lead to, with named parameters. */
function linkedRoutes(part: object = paths): string[] {
  return Object.values(part).flatMap((path: unknown) => {
    if (typeof path === 'function') return [String(path(':first', ':second'))];
    return typeof path === 'object' && path !== null ? linkedRoutes(path) : [String(path)];
  });
}

/** Returns the paths in a remote's table of routes: whole ones, and those of children below their parent's. */
function pathsOf(remote: RemoteName): string[] {
  const table = readFileSync(join(REPO, `${remote}-mfe/src/feature.tsx`), 'utf8');
  return [...table.matchAll(/\bpath: '(.+?)'/g)].map(([, path]) => `/${path}`);
}

test('every route of the product has a row and every row has a route', () => {
  const known = [...new Set(ROWS.map(({ route }) => unnamed(route)))];
  const linked = linkedRoutes().map(unnamed);
  const offered = (['onboarding', 'timeline', 'records'] as const).flatMap(pathsOf).map(unnamed);
  const isParent = (path: string) => known.some((route) => route.startsWith(`${path}/`));
  const hasRow = (path: string) => isParent(path) || known.some((route) => route.endsWith(path));
  expect(
    [...linked, ...offered].filter((path) => !hasRow(path)),
    'routes without a row',
  ).toEqual([]);
  const hasRoute = (row: string) => linked.includes(row) || offered.some((path) => row.endsWith(path));
  expect(
    known.filter((row) => !hasRoute(row)),
    'rows without a route',
  ).toEqual([]);
});
