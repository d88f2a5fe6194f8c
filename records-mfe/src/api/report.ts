import type { Insights, InsightsPending, QuestionsTicked } from 'mock-api/contract';
import { call, readThrough } from 'shared-ui';

const resultPath = (resultId: string) => `v1/results/${encodeURIComponent(resultId)}`;

/** Fetches a report's insights, or `retryAfter` (in seconds) while they are being prepared. Throws ApiFailure. */
export const fetchInsights = (resultId: string) =>
  readThrough<Insights | InsightsPending>(`${resultPath(resultId)}/insights`, (answer) => !('retryAfter' in answer));

/** Fetches which of a result's questions the user has ticked. Throws ApiFailure. */
export const fetchTickedQuestions = (resultId: string) =>
  readThrough<QuestionsTicked>(`${resultPath(resultId)}/questions`);

/** Saves the indexes of all ticked questions of a result. Throws ApiFailure. */
export const saveTickedQuestions = (resultId: string, ticked: number[]) =>
  call<QuestionsTicked>('post', `${resultPath(resultId)}/questions`, { ticked });
