import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { STILL } from '../../support/movement.ts';
import { callFailed } from '../../support/problems.ts';
import { openResult, placement } from '../../support/results.ts';

test.use(STILL);

const media = /\/api\/v1\/results\/[^/]+\/media\//;

test(
  'X-ray view can be selected, zoomed and moved by buttons, keys, double tap and dragging',
  JOURNEY,
  async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 0 });
    await openResult(page, /Chest X-ray/);
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
  },
);

test('two fingers zoom at their position', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 0 });
  await openResult(page, /Chest X-ray/);
  // Gestures have no effect before the picture has loaded.
  await expect(page.getByRole('img', { name: /Chest X-ray from the front/ })).toBeVisible();
  const frame = page.getByRole('group', { name: 'From the front' });
  const { x = 0, y = 0 } = (await frame.boundingBox()) ?? {};
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + 150 + side * spread, y: y + 150, id })),
    });
  await touch('touchStart', 30);
  for (const spread of [40, 60, 90]) await touch('touchMove', spread);
  await touch('touchEnd', 0);
  await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('300%');
  const { x: left } = await placement(page);
  expect(left).toBeCloseTo(150 * (1 - 3), 0);
});

test(
  'pictures are fetched with the session, stored nowhere and released with the screen',
  JOURNEY,
  async ({ page, signIn, problems }) => {
    // The test itself requests a picture that was released.
    problems.allow(/ERR_FILE_NOT_FOUND/);
    await page.clock.install();
    const token = await signIn('patient', { storySteps: 0 });
    const asked: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (media.test(request.url())) asked.push(request.headers().authorization);
    });
    const cached: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (media.test(response.url())) cached.push(response.headers()['cache-control']);
    });
    await openResult(page, /Electrocardiogram/);
    const picture = page.getByRole('img', { name: /Electrocardiogram with twelve leads/ });
    await expect(picture).toBeVisible();
    await expect(page.getByText(/25 mm a second/)).toBeVisible();
    await expect(page.getByRole('img', { name: /Five seconds of the leads/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recordings' }).getByRole('heading')).toHaveText([
      'All twelve leads',
      'The rhythm, enlarged',
    ]);
    const source = (await picture.getAttribute('src')) ?? '';
    expect(source).toMatch(/^blob:/);
    expect(new Set(asked)).toEqual(new Set([`Bearer ${token}`]));
    expect(new Set(cached)).toEqual(new Set(['private, no-store']));

    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'My Results' })).toBeVisible();
    const isThere = (url: string) =>
      page.evaluate(
        (address) =>
          new Promise((resolve) => {
            const probe = new Image();
            probe.onload = () => resolve(true);
            probe.onerror = () => resolve(false);
            probe.src = address;
          }),
        url,
      );
    // The URL outlives the screen by a moment.
    const isThereLater = async () => {
      await page.clock.fastForward('00:10');
      return isThere(source);
    };
    await expect.poll(isThereLater).toBe(false);
  },
);

test('picture that fails to load shows a message and can be retried', async ({ page, signIn, problems }) => {
  problems.allow(callFailed('v1/results/.*/media/'));
  await signIn('patient', { storySteps: 0 });
  await page.route(media, (route) => route.fulfill({ status: 503, body: '' }));
  await openResult(page, /Chest X-ray/);
  await expect(page.getByRole('alert')).toContainText('This picture can’t be shown just now');
  // Text that needs no pictures is shown anyway.
  await expect(
    page.getByText('Both lungs are clear and your heart is of normal size.', { exact: false }),
  ).toBeVisible();
  await page.unroute(media);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: /Chest X-ray from the front/ })).toBeVisible();
});
