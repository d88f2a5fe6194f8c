import { expect, test } from '../support/fixtures.ts';
import { enterAs } from '../support/people/viewer.ts';
import { STILL } from '../support/phone/browser.ts';
import { LATE_USE } from '../support/phone/problems.ts';
import { openRequests } from '../support/phone/traffic.ts';
import { violationsIn } from '../support/screens/axe.ts';
import { askedLanguages, walkLanguages } from '../support/screens/languages.ts';
import { fitsTight, tighten } from '../support/screens/narrow.ts';
import { PICTURES, photograph, showTheme, speak, THEMES } from '../support/screens/photograph.ts';
import { ACCOUNT } from './account.ts';
import { APP } from './app.ts';
import { refusalExpected } from './faults.ts';
import { GETTING_IN } from './getting-in.ts';
import { HOSPITAL_RECORD } from './hospital-record.ts';
import { eachState } from './reach.ts';
import { RECORDS } from './records.ts';
import type { Group } from './screen-state.ts';
import { ROWS } from './screens.ts';
import { SURVEYS } from './surveys.ts';
import { TIMELINE } from './timeline.ts';
import { WRISTBAND } from './wristband.ts';

// Stops the waiting animations, so that a picture shows the final state.
test.use(STILL);

/** The usual states of all screens, in tests of similar length. */
const USUAL: Group = {
  name: 'screens',
  walks: [...Map.groupBy(ROWS, ({ as, route }) => `${as}${route.startsWith('/profile') ? ', profile' : ''}`)].map(
    ([name, states]) => ({ name, as: states[0]?.as ?? 'visitor', states }),
  ),
};

const ASKED = askedLanguages(process.env);

for (const group of [USUAL, GETTING_IN, ACCOUNT, WRISTBAND, APP, TIMELINE, RECORDS, HOSPITAL_RECORD, SURVEYS]) {
  for (const { name: walk, as: viewer, states } of group.walks) {
    test(`${group.name}: ${walk} can be used by every person, light and dark`, async ({ page, problems, world }) => {
      // Pictures take time, some links were never sent, and some records don't exist.
      problems.allow(LATE_USE);
      if (group === USUAL) await refusalExpected(world);
      await enterAs(viewer, world, { storySteps: Number.POSITIVE_INFINITY });
      const open = openRequests(page);
      await eachState(states, world, async ({ name }) => {
        if (ASKED) {
          expect.soft(await walkLanguages(page, { group: group.name, name }, ASKED, open), name).toEqual([]);
          return;
        }
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
        await speak(page, 'fr');
        await take('french');
      });
    });
  }
}
