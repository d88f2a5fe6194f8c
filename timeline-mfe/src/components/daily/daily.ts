/** The answer to today's question. */
import type { DailyAnswer, DailyAnswered, DailyQuestion } from 'mock-api/contract';
import { ApiFailure, call, loadTimeline } from 'shared-ui';
import { defineCatalogue } from 'shared-ui/languages';
import en from '../../locales/daily.en.json';

export const words = defineCatalogue('timeline-mfe/daily', en, (tag) => import(`../../locales/daily.${tag}.json`));

export type Answer = DailyAnswer['answer'];

/** The answers that take one tap. */
export const ANSWERS: Readonly<Record<DailyQuestion['kind'], readonly Answer[]>> = {
  worry: ['no'],
  'at-home': ['better', 'same', 'worse'],
};

/** What was answered, and whether it is urgent. */
export interface Sent extends Pick<DailyAnswer, 'answer' | 'isAnonymous'> {
  isUrgent: boolean;
}

/**
 * Sends an answer, and takes the question off home. An answer that arrived before, such as one whose response was lost,
 * counts as sent.
 * @throws ApiFailure
 */
export async function sendAnswer(answer: DailyAnswer): Promise<Sent> {
  const { answer: given, isAnonymous = false } = answer;
  let isUrgent = false;
  try {
    const { urgency } = await call<DailyAnswered>('post', 'v1/profiles/1/daily-question/answer', answer);
    isUrgent = urgency === 'urgent';
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 409)) throw error;
  }
  loadTimeline().catch((error) => console.info('The answered question is still listed', error));
  return { answer: given, isAnonymous, isUrgent };
}
