import type { World } from '../support/fixtures.ts';
import { expect, test } from '../support/fixtures.ts';
import { tighten } from '../support/screens/narrow.ts';
import { screen } from '../support/screens/screens.ts';
import type { ScreenState } from './screen-state.ts';

export async function reach({ path, heading, before, act, see }: ScreenState, world: World): Promise<void> {
  const { page } = world;
  await before?.(world);
  await page.goto(typeof path === 'string' ? path : await path(world));
  await screen(page, heading);
  await act?.(page, world);
  // Includes what is hidden from assistive technology, such as the page under an open menu.
  if (see !== undefined)
    await expect(page.getByRole('main', { includeHidden: true }).getByText(see).first()).toBeVisible();
}

/** Removes what a state has changed in the browser, so that the next one starts like a new page. */
async function startOver({ page, context }: World): Promise<void> {
  await tighten(page, 'normal');
  await context.setOffline(false);
  // The next page stores the viewer's session and settings again, and finds no draft of a form.
  await page.evaluate(() => sessionStorage.clear());
  // An open screen may request something again, which must not reach the real server. This page makes no requests.
  await page.goto('/repair');
  for (const routes of [page, context]) await routes.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Reaches each state in turn and runs `check` on it. A failure names the state. */
export async function eachState(
  states: ScreenState[],
  world: World,
  check: (state: ScreenState) => Promise<void>,
): Promise<void> {
  for (const state of states) {
    await test
      .step(state.name, async () => {
        await reach(state, world);
        await check(state);
      })
      .catch((error: Error) => {
        throw new Error(`${state.name}: ${error.message}`, { cause: error });
      });
    await startOver(world);
  }
}
