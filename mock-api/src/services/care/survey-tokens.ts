/** Tokens with which a session's surveys are accepted by the recorder, one per event that asks for a survey. */
import { findReadableEvent } from '../../access/record-access.ts';
import { HOUR } from '../../common/clock.ts';
import { type CareEvent, EVENT_TYPE, type SurveyToken } from '../../contract.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { emailOf } from '../../repositories/accounts/users.ts';
import { sessionName } from '../../security/secrets.ts';
import { hashEmail, hashEvent, hashPerson, issueSurveyToken } from '../../security/survey-token.ts';
import type { Services } from '../context.ts';
import { countWithin } from '../messages/limits.ts';

/** The recorder's names for the surveys that events ask for (docs/product-rules.md#surveys). */
const RECORDED_AS: Readonly<Record<number, string>> = {
  [EVENT_TYPE.HOSPITAL_SURVEY_IN]: 'admission',
  [EVENT_TYPE.HOSPITAL_SURVEY_OUT]: 'discharge',
  [EVENT_TYPE.RESULT_SURVEY]: 'ECG test',
  [EVENT_TYPE.BLOOD_SURVEY]: 'Blood test',
};

/** Returns the recorder's name for the survey that an event asks for, or undefined. */
export const surveyOf = ({ type, survey }: CareEvent): string | undefined =>
  type === EVENT_TYPE.HOSPITAL ? survey : RECORDED_AS[type];

/**
 * Returns a token for each of these events that the session's user may currently answer.
 * @throws ProblemError TOO_MANY_SURVEY_TOKENS
 */
export async function issueSurveyTokens(
  { config, db }: Services,
  { user, tokenHash }: Session,
  events: readonly string[],
): Promise<SurveyToken[]> {
  const { mode, keys } = config.surveyTokens;
  const [key] = keys;
  if (mode === 'off' || key === undefined) return [];
  const allowed = { key: `survey-tokens:${user.id}`, window: HOUR, most: config.limits.surveyTokensPerPersonHour };
  await db.transaction().execute((trx) => countWithin(trx, allowed, 'TOO_MANY_SURVEY_TOKENS'));
  const person = {
    session: sessionName(tokenHash),
    email: hashEmail(emailOf(user) ?? ''),
    person: hashPerson(user.id),
  };
  const tokens: SurveyToken[] = [];
  for (const about of new Set(events)) {
    const event = await findReadableEvent(db, user.id, about);
    const survey = event && surveyOf(event);
    if (survey === undefined) continue;
    tokens.push({ about, ...issueSurveyToken(key, { ...person, survey, event: hashEvent(user.id, about) }) });
  }
  return tokens;
}
