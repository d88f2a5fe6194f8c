import type { CarePlan, Insights, InsightsPending, Media, QuestionsTicked, Result } from 'mock-api/contract';
import { call, readAhead } from './client.ts';
import { callOrSeen, fileOrSeen } from './seen.ts';

/** Every result the session may see, newest first. */
export const fetchResults = () => callOrSeen<Result[]>('v1/results');

/** Every care plan the session may see. */
export const fetchCarePlans = () => callOrSeen<CarePlan[]>('v1/care-plans');

/** The bytes of a picture or document of a result or event. Throws ApiFailure. */
export const fetchMedia = ({ url, type }: Pick<Media, 'url' | 'type'>): Promise<Blob> => fileOrSeen(url, type);

/** A picture, as against a document. */
export const isPicture = ({ type }: Media): boolean => type.startsWith('image/');

/** Asks for the picture of a result that is looked at first, before the screen is there that shows it. */
export function readPictureAhead({ media }: Result): void {
  const first = media.find(isPicture);
  if (first) readAhead([first.url]);
}

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
