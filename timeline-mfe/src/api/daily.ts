import type { CareEvent } from 'mock-api/contract';
import { hospitalTime } from 'shared-ui/details';

/** Returns the path of the screen with today's question from the hospital. */
export const dailyPath = (profileId: number) => `/profile/${profileId}/daily-question`;

/** Returns whether an event asks a question of another day, which can no longer be answered. */
export const isPastQuestion = ({ dailyQuestion }: CareEvent, now: number): boolean =>
  dailyQuestion !== undefined && dailyQuestion.date !== hospitalTime(now).slice(0, 10);
