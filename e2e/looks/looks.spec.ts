import { violationsIn } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { STILL } from '../support/movement.ts';
import { fitsTight, tighten } from '../support/narrow.ts';
import { PICTURES, photograph, showTheme, speakFrench, THEMES } from '../support/photograph.ts';
import { LATE_USE } from '../support/problems.ts';
import { enterAs } from '../support/viewer.ts';
import { ACCOUNT } from './account.ts';
import { APP } from './app.ts';
import { GETTING_IN } from './getting-in.ts';
import { HOSPITAL_RECORD } from './hospital-record.ts';
import { eachState } from './reach.ts';
import { RECORDS } from './records.ts';
import { SURVEYS } from './surveys.ts';
import { TIMELINE } from './timeline.ts';
import { WRISTBAND } from './wristband.ts';

// Stops the waiting animations, so that a picture shows the final state.
test.use(STILL);

for (const group of [GETTING_IN, ACCOUNT, WRISTBAND, APP, TIMELINE, RECORDS, HOSPITAL_RECORD, SURVEYS]) {
  for (const { name: walk, as: viewer, states } of group.walks) {
    test(`${group.name}: ${walk} can be used by every person, light and dark`, async ({
      page,
      context,
      stack,
      problems,
    }) => {
      // Pictures take time.
      problems.allow(LATE_USE);
      const world = { page, context, stack, problems };
      await enterAs(viewer, world, { storySteps: Number.POSITIVE_INFINITY });
      await eachState(states, world, async ({ name }) => {
        const take = (as: string) => photograph(page, { group: group.name, name, as });
        for (const theme of THEMES) {
          await showTheme(page, theme);
          await take(theme);
          expect(await violationsIn(page, theme), `axe in ${theme}`).toEqual([]);
        }
        await fitsTight(page, async (size) => {
          if (PICTURES) await take(size);
        });
        if (!PICTURES) return;
        await tighten(page, 'normal');
        await speakFrench(page);
        await take('french');
      });
    });
  }
}
