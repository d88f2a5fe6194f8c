import { expect } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';
import type { Look, World } from './look.ts';

/** Brings the page into the look's state. */
export async function reach({ path, heading, before, act, see }: Look, world: World): Promise<void> {
  const { page } = world;
  await before?.(world);
  await page.goto(typeof path === 'string' ? path : await path(world));
  await screen(page, heading);
  await act?.(page, world);
  // Hidden from assistive technology is fine: under the open menu the page is.
  if (see !== undefined)
    await expect(page.getByRole('main', { includeHidden: true }).getByText(see).first()).toBeVisible();
}
