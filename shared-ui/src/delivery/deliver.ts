import ky from 'ky';
import type { SurveyReceipt as RecorderReceipt, SurveyPayload } from 'mock-api/contract';
import { ApiFailure, failureOf } from '../api/failure.ts';
import type { SurveyAnswer, SurveyKind, SurveyReceipt } from '../contract/index.ts';
import { runtimeConfig } from '../runtime.ts';

/** How the recorder names the surveys (specification, section 3). */
const RECORDED_AS: Record<SurveyKind, string> = {
  admission: 'admission',
  discharge: 'discharge',
  ecg: 'ECG test',
  blood: 'Blood test',
};

const TIMEOUT_MS = 10_000;
/** Waits between tries, in milliseconds. The same key goes with every try, so the recorder keeps one survey. */
const RETRY_DELAYS_MS = [500, 2_000];

export interface Survey {
  /** One key a survey, made when the person presses send, kept for every try. */
  key: string;
  survey: SurveyKind;
  responses: SurveyAnswer[];
  person: { name: string; email: string };
}

function payloadOf({ survey, responses, person }: Survey): SurveyPayload {
  return {
    Hospital: runtimeConfig().brand.hospital,
    Survey: RECORDED_AS[survey],
    Responses: responses,
    Email: person.email,
    Name: person.name,
  };
}

async function post(survey: Survey): Promise<RecorderReceipt> {
  const { url, authorizer } = runtimeConfig().recorder;
  const response = await ky
    .post(url, {
      json: payloadOf(survey),
      headers: { authorizer, 'idempotency-key': survey.key },
      timeout: TIMEOUT_MS,
      retry: 0,
      throwHttpErrors: false,
    })
    .catch(() => {
      throw new ApiFailure('unreachable', 0, 'RECORDER_UNREACHABLE', '');
    });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, body);
  return body as RecorderReceipt;
}

const isWorthARetry = (error: unknown) =>
  error instanceof ApiFailure && (error.kind !== 'rejected' || error.status === 409 || error.status === 429);

/**
 * Gets one survey to the hospital's recorder. Tries again while a try may still help. Throws ApiFailure when it did not
 * arrive; calling it again with the same survey is safe.
 */
export async function deliverSurvey(survey: Survey): Promise<SurveyReceipt> {
  for (const delay of [...RETRY_DELAYS_MS, undefined]) {
    try {
      const { receiptId } = await post(survey);
      return { status: 'delivered', receiptId };
    } catch (error) {
      if (delay === undefined || !isWorthARetry(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  throw new ApiFailure('unreachable', 0, 'RECORDER_UNREACHABLE', '');
}
