import type { EventDocument } from 'mock-api/common/documents';
import type { Locator, Page } from 'playwright/test';

/** The list under a heading ("This stay"). */
export const eventList = (page: Page, heading: string): Locator => page.getByRole('list', { name: heading });

export const eventCard = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** Returns `count` events of one stay, numbered from 1; the last one is the newest. */
export function manyEvents(count: number): EventDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return {
      key: `many-${number}`,
      profileId: 1,
      type: 8,
      status: number % 7 === 0 ? 'URGENT' : 'NOT_VIEWED',
      name: { en: `Visit ${number}`, fr: `Visite ${number}` },
      content:
        number % 3 === 0
          ? { en: 'Your nurse came by and looked after your dressing and your medication.', fr: 'Soins.' }
          : { en: 'Your nurse came by.', fr: 'Soins.' },
    };
  });
}
