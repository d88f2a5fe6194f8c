import { resultOf } from '../../kit/pages.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { STILL } from '../../support/phone/browser.ts';
import { placement } from '../../support/screens/results.ts';
import { screen } from '../../support/screens/screens.ts';

test.use(STILL);

const media = /\/api\/v1\/results\/[^/]+\/media\//;

test('X-ray views can be chosen, zoomed and moved in every way', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 0 });
  await resultOf(page, /Chest X-ray/).open();
  const views = page.getByRole('radiogroup', { name: 'Views' });
  await expect(views.locator('label')).toHaveText(['From the front', 'From the side']);
  await expect(page.getByRole('img', { name: /Chest X-ray from the front/ })).toBeVisible();
  const zoom = page.getByRole('status', { name: 'Zoom' });
  await expect(zoom).toHaveText('100%');

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom).toHaveText('150%');
  expect((await placement(page)).scale).toBeCloseTo(1.5);
  await page.getByRole('button', { name: 'Show the whole picture' }).click();
  await expect(zoom).toHaveText('100%');
  await expect(page.getByRole('button', { name: 'Show the whole picture' })).toBeFocused();

  const frame = page.getByRole('group', { name: 'From the front' });
  await frame.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(zoom).toHaveText('225%');
  const before = await placement(page);
  await page.keyboard.press('ArrowRight');
  expect((await placement(page)).x).toBeCloseTo(before.x - 48);
  await page.keyboard.press('0');
  await expect(zoom).toHaveText('100%');

  const box = await frame.boundingBox();
  const at = { x: (box?.x ?? 0) + 80, y: (box?.y ?? 0) + 90 };
  await page.touchscreen.tap(at.x, at.y);
  await page.touchscreen.tap(at.x, at.y);
  await expect(zoom).toHaveText('250%');
  // The tapped point stays under the finger.
  const near = await placement(page);
  expect(near.x).toBeCloseTo(80 * (1 - 2.5), 0);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y - 30, { steps: 4 });
  await page.mouse.up();
  const moved = await placement(page);
  expect([moved.x - near.x, moved.y - near.y].map(Math.round)).toEqual([-40, -30]);

  // The next view starts unzoomed, and arrow keys switch between the views.
  await views.getByRole('radio', { name: 'From the front' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: /Chest X-ray from the side/ })).toBeVisible();
  await expect(zoom).toHaveText('100%');

  const client = await page.context().newCDPSession(page);
  const { x = 0, y = 0 } = (await page.getByRole('group', { name: 'From the side' }).boundingBox()) ?? {};
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + 150 + side * spread, y: y + 150, id })),
    });
  await touch('touchStart', 30);
  for (const spread of [40, 60, 90]) await touch('touchMove', spread);
  await touch('touchEnd', 0);
  await expect(zoom).toHaveText('300%');
  expect((await placement(page)).x).toBeCloseTo(150 * (1 - 3), 0);
});

test('pictures are fetched with the session and shown from memory', JOURNEY, async ({ page, signIn }) => {
  const token = await signIn('patient', { storySteps: 0 });
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (media.test(request.url())) asked.push(request.headers().authorization);
  });
  await resultOf(page, /Electrocardiogram/).open();
  const picture = page.getByRole('img', { name: /ECG with twelve leads/ });
  await expect(picture).toBeVisible();
  await expect(page.getByText(/25 mm a second/)).toBeVisible();
  await expect(page.getByRole('img', { name: /Five seconds of the leads/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recordings' }).getByRole('heading')).toHaveText([
    'All twelve leads',
    'The rhythm, enlarged',
  ]);
  expect(await picture.getAttribute('src')).toMatch(/^blob:/);
  expect(new Set(asked)).toEqual(new Set([`Bearer ${token}`]));
});

test('blood result ends with a table, and a care plan’s sections open', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 0 });
  await page.goto('/profile/1/results');
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Northside General Hospital' });
  await expect(cards).toHaveText([/Electrocardiogram/, /Blood test.*1 to look at/s, /Chest X-ray/]);
  await resultOf(page, /Blood test/).open();
  await expect(page.getByText('3 of 4 values are in the normal range.')).toBeVisible();
  await expect(page.getByText('White blood cells: above normal')).toBeVisible();
  const table = page.getByRole('table', { name: 'All values' });
  await expect(table.getByRole('columnheader')).toHaveText(['Test', 'Result', 'Normal Value']);
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toHaveText(/White blood cells \(WBC\)\s*11.8 ×10⁹\/L\s*3.5 to 10.5/);
  await expect(rows.nth(2)).toHaveText(/Red blood cells \(RBC\)\s*4.9 ×10¹²\/L\s*4.3 to 5.7/);
  await expect(rows.nth(3)).toHaveText(/Hemoglobin \(Hb\)\s*14.6 g\/dL\s*13 to 17/);
  await expect(rows.nth(4)).toHaveText(/Platelets \(PLT\)\s*260 ×10⁹\/L\s*150 to 450/);

  await page.goto('/profile/1/care-plans');
  await screen(page, 'My Care Plans');
  const plan = 'Recovering from a chest cold';
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(plan) })
    .click();
  await screen(page, plan);
  await expect(page.getByRole('definition')).toHaveText(['7 days', 'Dr. Amara Osei']);
  const advice = page.getByText('Drink six to eight glasses a day.');
  await expect(advice).toBeHidden();
  await page.getByRole('button', { name: 'Drinking' }).click();
  await expect(advice).toBeVisible();
  const digital = page.getByRole('button', { name: /Hospital Digital Resources\s*Not yet available/ });
  await expect(digital).toHaveAttribute('aria-disabled', 'true');
});
