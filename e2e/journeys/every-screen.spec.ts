import { ROWS } from '../faults/api-screens.ts';
import { SCREENS as DESK } from '../looks/desk.ts';
import { refusalExpected } from '../looks/faults.ts';
import { reach } from '../looks/reach.ts';
import { violations } from '../support/axe.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { STILL } from '../support/movement.ts';
import { screen } from '../support/screens.ts';
import { enterAs } from '../support/viewer.ts';

test.use(STILL);

/** Rows with a name open a screen of another row a second time. */
const SCREENS = ROWS.filter(({ name }) => name === undefined);

for (const viewer of new Set(SCREENS.map(({ as }) => as)))
  test(
    `every screen opens and has no accessibility violation: ${viewer}`,
    JOURNEY,
    async ({ page, context, stack, problems }) => {
      const world = { page, context, stack, problems };
      // Some links were never sent, and some records don't exist.
      await refusalExpected(world);
      await enterAs(viewer, world, { storySteps: Number.POSITIVE_INFINITY });
      for (const { route, at = route, heading, before } of SCREENS.filter(({ as }) => as === viewer)) {
        await before?.(world);
        const isThere = typeof at !== 'string';
        await page.goto(isThere ? await at(world) : at);
        // A row names the heading of the fault; something that is there has its own.
        await screen(page, isThere ? /\S/ : heading);
        expect(await violations(page), route).toEqual([]);
      }
    },
  );

test(
  'every screen opens and has no accessibility violation: desk',
  JOURNEY,
  async ({ page, context, stack, problems }) => {
    const world = { page, context, stack, problems };
    await page.setViewportSize({ width: 1440, height: 900 });
    await enterAs('staff', world);
    for (const state of DESK) {
      await reach(state, world);
      expect(await violations(page), state.name).toEqual([]);
    }
  },
);
