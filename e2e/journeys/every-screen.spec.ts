import { SCREENS as DESK } from '../looks/desk.ts';
import { refusalExpected } from '../looks/faults.ts';
import { reach } from '../looks/reach.ts';
import { ROWS } from '../looks/screens.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { enterAs } from '../support/people/viewer.ts';
import { STILL } from '../support/phone/browser.ts';
import { violations } from '../support/screens/axe.ts';

test.use(STILL);

for (const viewer of new Set(ROWS.map(({ as }) => as)))
  test(`every screen opens and has no accessibility violation: ${viewer}`, JOURNEY, async ({ page, world }) => {
    // Some links were never sent, and some records don't exist.
    await refusalExpected(world);
    await enterAs(viewer, world, { storySteps: Number.POSITIVE_INFINITY });
    for (const row of ROWS.filter(({ as }) => as === viewer)) {
      await reach(row, world);
      expect(await violations(page), row.route).toEqual([]);
    }
  });

test('every screen opens and has no accessibility violation: desk', JOURNEY, async ({ page, world }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAs('staff', world);
  for (const state of DESK) {
    await reach(state, world);
    expect(await violations(page), state.name).toEqual([]);
  }
});
