/**
 * Asks the question of the day at the hour of each ward, in whichever API process is first. Nothing is made up for: an
 * hour that was missed by more than 60 minutes, as in an outage, is left out for that day.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { localTime } from 'shared-ui/contract/zone';
import { MINUTE } from '../../common/clock.ts';
import { type JobLog, PollingJob, runJob } from '../../common/polling-job.ts';
import type { Config } from '../../config/config.ts';
import type { DailySettings } from '../../config/daily.ts';
import type { Db } from '../../db/schema.ts';
import type { Wards } from '../../repositories/care/daily-questions.ts';
import { askSome, removeOver } from './daily-questions.ts';

/** How long after its hour a question may come, in minutes. */
const LATEST = 60;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns the wards in which it is time to ask, in up to two groups: those with their own hour, and all others. */
export function wardsDue({ at, wards }: DailySettings, time: string): Wards[] {
  const isDue = (hour: string) => {
    const late = minutesOf(time) - minutesOf(hour);
    return late >= 0 && late < LATEST;
  };
  const own = [...wards].filter(([, hour]) => isDue(hour)).map(([ward]) => ward);
  return [...(own.length > 0 ? [{ only: own }] : []), ...(isDue(at) ? [{ except: [...wards.keys()] }] : [])];
}

type Settings = Pick<Config, 'timeZone' | 'daily'>;

export class DailyQuestions extends PollingJob {
  readonly #db: Db;
  readonly #config: Settings;

  constructor(db: Db, config: Settings, log: JobLog) {
    super({ log, interval: MINUTE, failure: 'question of the day not asked' });
    this.#db = db;
    this.#config = config;
  }

  protected async next(): Promise<boolean> {
    const { timeZone, daily } = this.#config;
    let count = await removeOver(this.#db, this.#config);
    for (const wards of wardsDue(daily, localTime(Date.now(), timeZone).slice(11)))
      count += await askSome(this.#db, this.#config, wards);
    return count > 0;
  }
}

export const dailyQuestions = fastifyPlugin(async (app: FastifyInstance) => {
  await runJob(app, new DailyQuestions(app.db, app.config, app.log));
});
