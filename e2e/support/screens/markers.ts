import { expect, type Page } from 'playwright/test';
import type { Stack } from '../hospital/stack.ts';
import { everythingStored } from '../phone/storage.ts';
import { manyEvents } from './timeline.ts';

/** Words that appear only in the data of the patient they were planted for. */
export const MARKERS = Array.from({ length: 20 }, (_, index) => `Marker${index + 1}Quokka`);

/** Adds one event per marker to a user's timeline. */
export async function plantMarkers({ records }: Stack, email: string): Promise<void> {
  const events = manyEvents(MARKERS.length).map((event, index) => {
    const name = MARKERS[index] ?? '';
    return { ...event, name: { en: name, fr: name } };
  });
  await records.addEvents(email, events);
}

export async function markersShow(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /Marker20Quokka/ })).toBeVisible();
}

/** Returns the markers that are stored on this phone in plain text. */
export async function markersStored(page: Page): Promise<string[]> {
  const stored = await everythingStored(page);
  return MARKERS.filter((marker) => stored.includes(marker));
}

/** Checks that no marker is left on the phone or on the pages reached with Back. */
export async function markersAreGone(page: Page): Promise<void> {
  expect(await markersStored(page)).toEqual([]);
  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    // Stops at the tab's first page.
    if (page.url() === 'about:blank') return;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const text = await page.locator('body').innerText();
    expect(MARKERS.filter((marker) => text.includes(marker))).toEqual([]);
  }
}
