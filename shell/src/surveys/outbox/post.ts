import ky, { type HTTPError, isHTTPError } from 'ky';
import type { SurveyPayload } from 'mock-api/contract';
import { runtimeConfig } from 'shared-ui';
import { isObject, type SurveyAnswer, type SurveyKind } from 'shared-ui/contract';
import { failureOf } from 'shared-ui/host';

/** The recorder's names for the surveys (docs/product-rules.md#surveys). */
const RECORDED_AS: Record<SurveyKind, string> = {
  admission: 'admission',
  discharge: 'discharge',
  ecg: 'ECG test',
  blood: 'Blood test',
};

/** Timeout of one attempt, including the response (ms). The survey stays queued and is retried. */
const TIMEOUT_MS = 10_000;

/** No automatic retries: the queue retries with the same key, even after the page was closed. */
const recorder = ky.create({
  totalTimeout: TIMEOUT_MS,
  retry: 0,
  redirect: 'error',
  cache: 'no-store',
});

/** A finished form, as submitted by the remote. */
export interface Survey {
  survey: SurveyKind;
  responses: SurveyAnswer[];
  person: { name: string; email: string };
}

/** Returns the payload for the recorder (docs/product-rules.md#surveys). */
export function payloadOf({ survey, responses, person }: Survey): SurveyPayload {
  return {
    Hospital: runtimeConfig().brand.hospital,
    Survey: RECORDED_AS[survey],
    Responses: responses,
    Email: person.email,
    Name: person.name,
  };
}

/** Result of one attempt. */
export type PostOutcome =
  /** The recorder has stored it and issued a receipt. */
  | { kind: 'received'; receiptId: string }
  /** Temporary failure: retry, after at least `waitMs` if the recorder requested a delay. */
  | { kind: 'retry'; waitMs?: number }
  /** The recorder refuses it as it is. */
  | { kind: 'refused'; status: number; code: string; message: string };

/** Temporary errors below 500: timeout, in flight under the same key, too early, too many requests. */
const TEMPORARY_STATUSES = new Set([408, 409, 425, 429]);

/** Returns the delay in a Retry-After header, given as seconds or a date (ms). */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function outcomeOf({ response, data }: HTTPError): PostOutcome {
  if (response.status >= 500 || TEMPORARY_STATUSES.has(response.status)) {
    const waitMs = retryAfter(response.headers);
    return { kind: 'retry', ...(waitMs === undefined ? {} : { waitMs }) };
  }
  const { status, code, message } = failureOf(response.status, data);
  return { kind: 'refused', status, code, message };
}

/**
 * Tries once to send a survey to the recorder. The key identifies retries of the same survey. Never throws.
 * @param replaces receipt of the survey that this one corrects
 * @param token token from the API for this survey
 */
export async function postSurvey(
  key: string,
  payload: SurveyPayload,
  { replaces, token }: { replaces?: string | undefined; token?: string | undefined } = {},
): Promise<PostOutcome> {
  const { url, authorizer } = runtimeConfig().recorder;
  const headers = { authorizer, 'idempotency-key': key, replaces, 'survey-token': token };
  try {
    const receipt = await recorder.post(url, { json: payload, headers }).json();
    // Only a receipt counts: the sign-in page of a hospital's Wi-Fi also has status 200.
    if (!isObject(receipt) || typeof receipt.receiptId !== 'string') return { kind: 'retry' };
    return { kind: 'received', receiptId: receipt.receiptId };
  } catch (error) {
    return isHTTPError(error) ? outcomeOf(error) : { kind: 'retry' };
  }
}
