import type { CarePlan, Insights, InsightsPending, Media, QuestionsTicked, Result } from 'mock-api/contract';
import { call, readAhead } from './client.ts';
import { callOrSeen, fileOrSeen } from './seen.ts';

const RESULTS = 'v1/results';
const CARE_PLANS = 'v1/care-plans';

/** Asks for results and care plans before the code is there that shows them. */
export const readRecordsAhead = () => readAhead([RESULTS, CARE_PLANS]);

/** Every result the session may see, newest first. */
export const fetchResults = () => callOrSeen<Result[]>(RESULTS);

/** Every care plan the session may see. */
export const fetchCarePlans = () => callOrSeen<CarePlan[]>(CARE_PLANS);

/** The bytes of a picture or document of a result or event. Throws ApiFailure. */
export const fetchMedia = ({ url, type }: Pick<Media, 'url' | 'type'>): Promise<Blob> => fileOrSeen(url, type);

/** A report in plain words, or that it is still being prepared: ask again after `retryAfter` seconds. */
export const fetchInsights = (resultId: string) =>
  callOrSeen<Insights | InsightsPending>(
    `v1/results/${encodeURIComponent(resultId)}/insights`,
    (answer) => !('retryAfter' in answer),
  );

/** Which of a result's questions the reader has ticked. */
export const fetchTickedQuestions = (resultId: string) =>
  callOrSeen<QuestionsTicked>(`v1/results/${encodeURIComponent(resultId)}/questions`);

/** Keeps which of a result's questions are ticked: their places, all of them. */
export const saveTickedQuestions = (resultId: string, ticked: number[]) =>
  call<QuestionsTicked>('post', `v1/results/${encodeURIComponent(resultId)}/questions`, { ticked });
