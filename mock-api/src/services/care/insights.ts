/**
 * The navigator's insights: a report in plain language. The demo prepares them when a user first requests them, which
 * takes a while (`INSIGHTS_SECONDS`); the time at which they are ready is in the database, so that any process can
 * respond. Outside a demo they are ready at once.
 */

import { after, now, SECOND, secondsUntil } from '../../common/clock.ts';
import type { Locale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { Insights, InsightsPending } from '../../contract.ts';
import { expectInsights, findInsights } from '../../repositories/care/navigator.ts';
import type { Services } from '../context.ts';

/**
 * Returns the insights into one result, or, in the demo, that they are being prepared since the first request.
 * @throws Problem NOT_FOUND if the navigator has no insights into it
 */
export async function readInsights(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ownerId: string,
  resultId: string,
  locale: Locale,
): Promise<Insights | InsightsPending> {
  const insights = await findInsights(db, ownerId, resultId, locale);
  if (!insights) throw new Problem('NOT_FOUND');
  if (config.demo.on) {
    const readyAt = await expectInsights(db, resultId, after(config.insightsSeconds * SECOND));
    if (readyAt > now()) return { state: 'preparing', retryAfter: secondsUntil(readyAt) };
  }
  return { state: 'ready', ...insights };
}
