/** Settings of the questions that patients are asked once a day. */
import type { EnvironmentReader } from 'server-kit/environment';

export interface DailySettings {
  /** Whether patients are asked during their stay. */
  isOn: boolean;
  /** When, as HH:MM where the hospital is; in wards without a time of their own. */
  at: string;
  /** Times of wards that have their own, by name. */
  wards: ReadonlyMap<string, string>;
  /** For how many days patients are asked after their stay; 0: never. */
  afterDischargeDays: number;
}

/** Between 8 a.m. and 8 p.m.: no question comes at night. */
const TIME = /^(0[89]|1\d):[0-5]\d$|^20:00$/;

/** Splits `4A=17:30` into ward and time; a time alone has no ward. */
function partsOf(item: string): { ward: string | undefined; time: string } {
  const [time = '', ...ward] = item.split('=').toReversed();
  return { ward: ward.length === 0 ? undefined : ward.toReversed().join('=').trim(), time: time.trim() };
}

function isRight(item: string): boolean {
  const { ward, time } = partsOf(item);
  return ward !== '' && TIME.test(time);
}

/** Reads the settings. Invalid values are added to the reader's problems. */
export function readDaily(env: EnvironmentReader, isDemo: boolean): DailySettings {
  const rule = 'a time from 08:00 to 20:00, and those of wards with their own, separated by commas: 18:00,4A=17:30';
  const times = env.list('DAILY_QUESTION_AT', [], isRight, rule).map(partsOf);
  const days = env.matching('AFTER_DISCHARGE_DAYS', /^([0-9]|[12][0-9]|30)$/, 'a number of days from 0 (never) to 30');
  return {
    isOn: env.flag('DAILY_QUESTION', isDemo),
    at: times.find(({ ward }) => ward === undefined)?.time ?? '18:00',
    wards: new Map(times.flatMap(({ ward, time }) => (ward === undefined ? [] : [[ward, time]]))),
    afterDischargeDays: Number(days ?? 7),
  };
}
