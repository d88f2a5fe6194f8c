import { expect, type Page } from 'playwright/test';
import type { Stack } from './stack.ts';
import { everythingStored } from './storage.ts';
import { manyEvents } from './timeline.ts';

/** Words that are nowhere but in the data of a patient they were planted for. */
export const MARKERS = Array.from({ length: 20 }, (_, index) => `Marker${index + 1}Quokka`);

/** Puts an event with each of the words on a user's timeline. */
export async function plantMarkers({ records }: Stack, email: string): Promise<void> {
  const events = manyEvents(MARKERS.length).map((event, index) => {
    const name = MARKERS[index] ?? '';
    return { ...event, name: { en: name, fr: name } };
  });
  await records.addEvents(email, events);
}

/** Waits until home shows them. */
export async function markersShow(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /Marker20Quokka/ })).toBeVisible();
}

/** Those that anything on this phone has kept in plain text. */
export async function markersStored(page: Page): Promise<string[]> {
  const stored = await everythingStored(page);
  return MARKERS.filter((marker) => stored.includes(marker));
}

/** Nothing of them is on the phone, nor on the screens that Back leads to. */
export async function markersAreGone(page: Page): Promise<void> {
  expect(await markersStored(page)).toEqual([]);
  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    // A tab has nothing before its first page.
    if (page.url() === 'about:blank') return;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const text = await page.locator('body').innerText();
    expect(MARKERS.filter((marker) => text.includes(marker))).toEqual([]);
  }
}
