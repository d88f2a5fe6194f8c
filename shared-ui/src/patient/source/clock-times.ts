import { formatTime } from '../../platform/i18n/format.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d/;

/** Formats times of the day as people write them ("08:00" as "8:00 a.m."); other words stay as they are. */
export const clockTimes = (times: readonly string[]): string[] =>
  times.map((time) => (CLOCK.test(time) ? formatTime(`2000-01-01T${time.slice(0, 5)}`) : time));
