/** The surveys that a person has sent, with the answers that the survey recorder keeps. */
import { Check } from 'typebox/schema';
import type { Config } from '../../config/config.ts';
import { type OwnData, PersonSurveys, type PersonSurveysWanted } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { receiptsOf, reportedSurveys } from '../../repositories/audit.ts';
import { hashPerson, postToRecorder } from '../../security/survey-token.ts';
import { RECEIPTS } from '../erasure/survey-erasures.ts';

type Recorders = Pick<Config, 'recorders' | 'surveyTokens'>;

/** Returns what the first recorder that answers keeps; undefined if none does. */
async function askOne(
  { recorders, surveyTokens }: Recorders,
  wanted: PersonSurveysWanted,
): Promise<PersonSurveys['surveys'] | undefined> {
  const [key] = surveyTokens.keys;
  if (key === undefined) return undefined;
  const body = JSON.stringify(wanted);
  for (const base of recorders) {
    try {
      const response = await postToRecorder(base, 'exports', key, body);
      const kept: unknown = await response.json();
      if (response.ok && Check(PersonSurveys, kept)) return kept.surveys;
    } catch {
      // The next process may answer; the export says if none did.
    }
  }
  return undefined;
}

/** Returns what recorders keep of a person, by receipt; undefined if none can be reached. */
async function readKept(
  config: Recorders,
  userId: string,
  receipts: readonly string[],
): Promise<ReadonlyMap<string, PersonSurveys['surveys'][number]> | undefined> {
  const kept = new Map<string, PersonSurveys['surveys'][number]>();
  for (let from = 0; from === 0 || from < receipts.length; from += RECEIPTS) {
    const wanted = { person: hashPerson(userId), receipts: receipts.slice(from, from + RECEIPTS) };
    const surveys = await askOne(config, wanted);
    if (surveys === undefined) return undefined;
    for (const survey of surveys) kept.set(survey.receiptId, survey);
  }
  return kept;
}

/** Returns a person's surveys, newest first: those that their phones have reported, and others that the recorder has. */
export async function readSurveys(
  db: Db,
  config: Recorders,
  userId: string,
): Promise<Pick<OwnData, 'surveys' | 'hasAllAnswers'>> {
  const reported = await reportedSurveys(db, userId);
  const kept = await readKept(config, userId, await receiptsOf(db, userId));
  const known = new Set(reported.map(({ receiptId }) => receiptId));
  const others = [...(kept?.values() ?? [])].filter(({ receiptId }) => !known.has(receiptId));
  const surveys = [
    ...reported.map((survey) => ({ ...survey, answers: kept?.get(survey.receiptId)?.answers ?? null })),
    ...others.map(({ receivedAt, ...survey }) => ({ ...survey, about: null, deliveredAt: receivedAt })),
  ];
  surveys.sort((one, other) => other.deliveredAt.localeCompare(one.deliveredAt));
  return { surveys, hasAllAnswers: kept !== undefined };
}
