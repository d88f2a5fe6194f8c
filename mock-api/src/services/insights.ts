/**
 * The navigator's insights: a report in plain words. They are prepared when a user first asks for them, which takes a
 * while (`INSIGHTS_SECONDS`); the moment they are ready lies in the database, so that any process can answer.
 */
import type { Services } from '../app-types.ts';
import { after, now, SECOND, secondsUntil } from '../clock.ts';
import type { Insights, InsightsPending } from '../contract.ts';
import type { Locale } from '../i18n.ts';
import { Problem } from '../problems.ts';
import { expectInsights, findInsights } from '../repositories/navigator.ts';

/**
 * The insights of one result, or that they are being prepared. Asking is what has them prepared.
 * @throws Problem NOT_FOUND: the navigator has nothing to say about it
 */
export async function readInsights(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ownerId: string,
  resultId: string,
  locale: Locale,
): Promise<Insights | InsightsPending> {
  const insights = await findInsights(db, ownerId, resultId, locale);
  if (!insights) throw new Problem('NOT_FOUND');
  const readyAt = await expectInsights(db, resultId, after(config.insightsSeconds * SECOND));
  if (readyAt > now()) return { state: 'preparing', retryAfter: secondsUntil(readyAt) };
  return { state: 'ready', ...insights };
}
