import { SCREENS as DESK } from '../../looks/desk.ts';
import { refusalExpected } from '../../looks/faults.ts';
import { ROWS } from '../../looks/screens.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { enterAs } from '../../support/people/viewer.ts';
import { settle } from '../../support/screens/settle.ts';

/** Words of the demo and its trial, except in the addresses of the story's people. */
const DEMO_WORDS = /(?<![\p{L}@.])(?:d[eé]mo|trial|essai|fiction|ficti[ft]|example|exemple)\p{L}*/giu;

function asHospital(html: string): string {
  expect(html.includes('"demo":true') || html.includes('/repair')).toBe(true);
  return html.replace('"demo":true', '"demo":false');
}

/** Screens by their address, as who may see them. The desk's need no preparation to be opened. */
const SCREENS = [...ROWS, ...DESK.map((state) => ({ ...state, as: 'staff' as const }))];

for (const locale of ['en', 'fr'] as const)
  for (const viewer of new Set(SCREENS.map(({ as }) => as)))
    test(
      `a hospital's pages show no word of the demo: ${viewer}, ${locale}`,
      JOURNEY,
      async ({ page, context, world }) => {
        await refusalExpected(world);
        // The pages of production, with the demo's records to fill them.
        await context.route(/^[^?]*$/, async (route) => {
          if (route.request().resourceType() !== 'document') return route.fallback();
          const response = await route.fetch();
          await route.fulfill({ response, body: asHospital(await response.text()) });
        });
        await enterAs(viewer, world, { storySteps: Number.POSITIVE_INFINITY });
        await page.goto('/repair');
        for (const { path, before } of SCREENS.filter(({ as }) => as === viewer)) {
          await before?.(world);
          // Some screens clear the phone.
          await page.evaluate((chosen) => {
            const settings: unknown = JSON.parse(localStorage.getItem('settings') ?? '{}');
            localStorage.setItem('settings', JSON.stringify(Object.assign({}, settings, { locale: chosen })));
          }, locale);
          const address = typeof path === 'string' ? path : await path(world);
          await page.goto(address);
          await expect(page.locator('#root').getByRole('heading', { level: 1 }).first()).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('lang', `${locale}-CA`);
          await settle(page);
          const shown = await page.evaluate(() => {
            const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
              [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
            );
            return [document.title, document.body.innerText, ...named].join('\n');
          });
          expect.soft(shown.match(DEMO_WORDS) ?? [], `${address} in ${locale}`).toEqual([]);
        }
      },
    );
