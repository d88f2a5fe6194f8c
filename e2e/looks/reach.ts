import { expect } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';
import type { ScreenState, World } from './screen-state.ts';

/** Opens the page and brings it into the state. */
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
