/**
 * Daily budgets of text messages, which cap the cost of a bug or an attack. PINs and notifications have budgets of
 * their own, which nothing else can use up.
 */
import type { Registry } from 'prom-client';
import { after, DAY, secondsUntil } from '../../common/clock.ts';
import { addGauge } from '../../common/metrics.ts';
import type { JobLog } from '../../common/polling-job.ts';
import type { Limits } from '../../config/limits.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { lockThrottle, readThrottle, saveThrottle } from '../../repositories/accounts/throttles.ts';

/** `texts` is for everything that people cause, except PINs. */
type TextBudget = 'pins' | 'texts' | 'notifications';

const KEYS: Record<TextBudget, string> = { pins: 'pin-text-day', texts: 'sms-day', notifications: 'sms-news-day' };
const BUDGETS = Object.keys(KEYS) as TextBudget[];

/** Used shares of a budget at which the log warns the operator, in percent, highest first. */
const WARN_AT = [100, 80, 50] as const;

export class TextBudgets {
  readonly #sizes: Record<TextBudget, number>;
  readonly #log: JobLog;

  constructor(limits: Limits, log: JobLog) {
    const { pinsPerDay: pins, textsPerDay: texts, notificationTextsPerDay: notifications } = limits;
    this.#sizes = { pins, texts, notifications };
    this.#log = log;
  }

  /**
   * Counts one text message, and logs a warning when it reaches 50, 80 or 100 % of the budget.
   * @returns undefined, or, if the budget is used up, the seconds until it starts again
   */
  async take(trx: Trx, budget: TextBudget): Promise<number | undefined> {
    const size = this.#sizes[budget];
    const day = await lockThrottle(trx, KEYS[budget], DAY);
    if (day.count >= size) return secondsUntil(after(DAY, day.windowStartedAt));
    const sent = day.count + 1;
    await saveThrottle(trx, KEYS[budget], { ...day, count: sent });
    const percent = WARN_AT.find((share) => sent * 100 >= share * size && day.count * 100 < share * size);
    if (percent !== undefined) this.#log.warn({ budget, percent, sent, size }, 'text message budget is running out');
    return undefined;
  }

  /** Adds the metrics of all API processes together, as the database counts them: how much is used, and of how much. */
  measure(registry: Registry, db: Db): void {
    const labelNames = ['budget'] as const;
    const help = 'Text messages counted in the current day of their budget.';
    addGauge(registry, { name: 'lodestar_texts_sent', help, labelNames }, async (gauge) => {
      for (const budget of BUDGETS) gauge.set({ budget }, (await readThrottle(db, KEYS[budget], DAY))?.count ?? 0);
    });
    const allowed = 'Text messages that a day’s budget allows.';
    addGauge(registry, { name: 'lodestar_texts_budget', help: allowed, labelNames }, (gauge) => {
      for (const budget of BUDGETS) gauge.set({ budget }, this.#sizes[budget]);
    });
  }
}
