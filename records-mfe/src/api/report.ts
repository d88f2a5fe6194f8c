import type { Insights, InsightsPending, QuestionsTicked } from 'mock-api/contract';
import { call, readThrough } from 'shared-ui';

const resultPath = (resultId: string) => `v1/results/${encodeURIComponent(resultId)}`;

/** A report in plain words, or that it is still being prepared: ask again after `retryAfter` seconds. Throws ApiFailure. */
export const fetchInsights = (resultId: string) =>
  readThrough<Insights | InsightsPending>(`${resultPath(resultId)}/insights`, (answer) => !('retryAfter' in answer));

/** Which of a result's questions the reader has ticked. Throws ApiFailure. */
export const fetchTickedQuestions = (resultId: string) =>
  readThrough<QuestionsTicked>(`${resultPath(resultId)}/questions`);

/** Keeps which of a result's questions are ticked: their places, all of them. Throws ApiFailure. */
export const saveTickedQuestions = (resultId: string, ticked: number[]) =>
  call<QuestionsTicked>('post', `${resultPath(resultId)}/questions`, { ticked });
