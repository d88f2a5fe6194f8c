/** `npm run daily -- --now`: asks the question of the day without waiting for the hour. */
import { localTime } from 'shared-ui/contract/zone';
import { type Config, readConfig } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { askSome } from '../services/care/daily-questions.ts';
import { type OperatorCommand, OperatorError, runOperatorCommand } from './command.ts';

/** People sleep before and after these times. */
const [MORNING, NIGHT] = ['08:00', '21:00'] as const;

/** @throws OperatorError at night, except in a demo */
function refuseAtNight({ demo, timeZone }: Config): void {
  const time = localTime(Date.now(), timeZone).slice(11);
  if (!demo.on && (time < MORNING || time >= NIGHT))
    throw new OperatorError(`It is ${time} at the hospital: people are asked from ${MORNING} to ${NIGHT} only.`);
}

async function askAll(db: Db): Promise<string> {
  const config = readConfig(process.env);
  refuseAtNight(config);
  let asked = 0;
  for (;;) {
    const count = await askSome(db, config, {});
    if (count === 0) return `Asked ${asked} people.`;
    asked += count;
  }
}

const DAILY: OperatorCommand = {
  name: 'daily',
  subcommands: {
    '--now': {
      help: '--now    ask everyone who was not asked today, in every ward',
      needsArgument: false,
      run: ({ db }) => askAll(db),
    },
  },
  settings:
    'Reads DAILY_QUESTION, AFTER_DISCHARGE_DAYS and HOSPITAL_TIME_ZONE, and DATABASE_URL or DATA_DIR, like the API.',
};

await runOperatorCommand(DAILY);
