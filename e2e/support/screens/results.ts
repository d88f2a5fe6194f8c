import { expect, type Page } from 'playwright/test';

/** Opens a tab of the brain scan, which opens on Insights. */
export const openTab = (page: Page, name: 'PDF File' | 'Insights' | 'Questions') =>
  page.getByRole('tab', { name }).click();

export async function pictureShows(page: Page, alt: string | RegExp): Promise<void> {
  const picture = page.getByRole('img', { name: alt }).first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
}

/** Returns an image's scale and offset relative to its frame. */
export async function placement(page: Page): Promise<{ scale: number; x: number; y: number }> {
  return page.locator('[role=group] > img').evaluate((picture) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(picture).transform);
    return { scale: a, x: e, y: f };
  });
}

export const pdfPage = (page: Page) => page.getByRole('region', { name: 'Page' });

/** Runs in the page: counts the dark pixels of its canvas; a canvas that was not rendered has none. */
export function darkPixels(): number {
  const canvas = document.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return Array.from(pixels).filter((value, at) => at % 4 === 0 && value < 100).length;
}

export const inkOn = (page: Page) => page.evaluate(darkPixels);
