/**
 * Number of events that need a user's attention, for the app icon; counted as in the open app
 * (docs/product-rules.md#event-statuses).
 */
import { needsAttention } from 'shared-ui/contract';
import { listSharedEvents } from '../access/shared-events.ts';
import type { Db } from '../db/schema.ts';
import { listEvents } from '../repositories/care/events.ts';

export async function countAttention(db: Db, userId: string): Promise<number> {
  const shared = (await listSharedEvents(db, userId, 'en')).flatMap(({ items }) => items);
  return [...(await listEvents(db, userId, 'en')), ...shared].filter(needsAttention).length;
}
