/** Reads answers that the survey recorder has kept, for the hospital's FHIR server; the API never stores them. */
import { Check } from 'typebox/schema';
import type { Config } from '../../config/config.ts';
import { RetainedSurvey } from '../../contract.ts';
import { postToRecorder } from '../../security/recorder-call.ts';
import { ANSWERS_HEADER, hashPerson, signAnswersRequest } from '../../security/survey-token.ts';

/**
 * Returns a person's survey; undefined if the recorder keeps no answers, they are erased, the survey was corrected
 * since, or it came from someone else.
 * @param attempt each tries the next recorder process
 * @throws if no recorder can be asked
 */
export async function readRetainedSurvey(
  { recorders, surveyTokens }: Pick<Config, 'recorders' | 'surveyTokens'>,
  { userId, receipt }: { userId: string; receipt: string },
  attempt: number,
): Promise<RetainedSurvey | undefined> {
  const [key] = surveyTokens.keys;
  const base = recorders[attempt % recorders.length];
  // Without a key the recorder can't know whose survey it is.
  if (key === undefined || base === undefined) return undefined;
  const body = JSON.stringify({ person: hashPerson(userId), receipt });
  const response = await postToRecorder(base, 'answers', [ANSWERS_HEADER, signAnswersRequest(key, body)], body);
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  const survey: unknown = response.ok ? await response.json() : undefined;
  if (!Check(RetainedSurvey, survey)) throw new Error(`the recorder answered ${response.status}`);
  return survey;
}
