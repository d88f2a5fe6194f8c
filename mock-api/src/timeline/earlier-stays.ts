/** Timelines of stays: events of earlier ones stay readable, apart from those of the present one. */
import type { Trx } from '../db/schema.ts';
import { bringBack, moveToEarlier } from '../repositories/care/earlier-events.ts';
import { staysOf } from '../repositories/desk/stays.ts';
import { recordResync } from './timeline.ts';

/** Begins a new timeline with the newest stay. What is unread of earlier results and requests stays in view. */
export async function beginTimeline(trx: Trx, userId: string): Promise<void> {
  const { length: number } = await staysOf(trx, userId);
  if (number > 1 && (await moveToEarlier(trx, userId, number))) await recordResync(trx, userId);
}

/** Goes on with the timeline from before the newest stay, which is cancelled. */
export async function restoreTimeline(trx: Trx, userId: string): Promise<void> {
  const { length: number } = await staysOf(trx, userId);
  if (number > 1 && (await bringBack(trx, userId, number))) await recordResync(trx, userId);
}
