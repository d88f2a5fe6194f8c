import { Chromium } from '../../tools/conformance/browser/launch.ts';
import { Product } from '../../tools/conformance/visit/product.ts';
import { expect, guestOf, test } from './fixtures.ts';
import { KIT } from './programs/kit.ts';

test('a guest that looks for signs of the kit finds those of a test runner, but none when the kit opens it', async ({
  page,
  stack,
  meet,
}) => {
  await meet(KIT);
  const found = () => guestOf(page)?.evaluate(() => Object.values(Reflect.get(globalThis, 'looted') ?? {}).join());
  await expect.poll(found).toMatch(/a driven browser.*the address of a test/);

  const chromium = await Chromium.launch();
  try {
    const visit = await (await Product.open(stack, chromium)).visit();
    expect(await visit.open('admission')).toBe(true);
    expect(visit.isFramed).toBe(true);
    const said = () => chromium.console.flatMap(({ text }) => /^Signs of the kit: (.*)/.exec(text)?.[1] ?? []);
    await expect.poll(said).toEqual(['none']);
    await visit.end();
  } finally {
    await chromium.close();
  }
});
