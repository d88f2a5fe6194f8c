import ky, { type HTTPError, isHTTPError } from 'ky';
import type { SurveyPayload } from 'mock-api/contract';
import { runtimeConfig } from 'shared-ui';
import { isObject, type SurveyAnswer, type SurveyKind } from 'shared-ui/contract';
import { failureOf } from 'shared-ui/host';

/** How the recorder names the surveys (docs/product-rules.md#surveys). */
const RECORDED_AS: Record<SurveyKind, string> = {
  admission: 'admission',
  discharge: 'discharge',
  ecg: 'ECG test',
  blood: 'Blood test',
};

/** Limit for one try, its answer included (ms); the survey stays and is tried again. */
const TIMEOUT_MS = 10_000;

/** Never retries by itself: the queue does, with the same key, also after the page was closed. */
const recorder = ky.create({
  totalTimeout: TIMEOUT_MS,
  retry: 0,
  redirect: 'error',
  cache: 'no-store',
});

/** One finished form, as the remote hands it over. */
export interface Survey {
  survey: SurveyKind;
  responses: SurveyAnswer[];
  person: { name: string; email: string };
}

/** What the recorder gets (docs/product-rules.md#surveys). */
export function payloadOf({ survey, responses, person }: Survey): SurveyPayload {
  return {
    Hospital: runtimeConfig().brand.hospital,
    Survey: RECORDED_AS[survey],
    Responses: responses,
    Email: person.email,
    Name: person.name,
  };
}

/** How one try ended. */
export type Outcome =
  /** The recorder has it, and gave a receipt. */
  | { kind: 'received'; receiptId: string }
  /** Unknown, or not yet: worth another try, not before `waitMs` where the recorder named a time. */
  | { kind: 'retry'; waitMs?: number }
  /** The recorder will not take it as it is. */
  | { kind: 'refused'; status: number; code: string; message: string };

/** Answers below 500 that may be different the next time: time-out, in flight under the same key, too early, too many. */
const PASSING = new Set([408, 409, 425, 429]);

/** Milliseconds in a Retry-After header: seconds, or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function outcomeOf({ response, data }: HTTPError): Outcome {
  if (response.status >= 500 || PASSING.has(response.status)) {
    const waitMs = retryAfter(response.headers);
    return { kind: 'retry', ...(waitMs === undefined ? {} : { waitMs }) };
  }
  const { status, code, message } = failureOf(response.status, data);
  return { kind: 'refused', status, code, message };
}

/**
 * One try to get a survey to the recorder. The key says that two tries are one survey. Never throws.
 * @param replaces receipt of the survey that this one corrects
 */
export async function postSurvey(key: string, payload: SurveyPayload, replaces?: string): Promise<Outcome> {
  const { url, authorizer } = runtimeConfig().recorder;
  const headers = { authorizer, 'idempotency-key': key, replaces };
  try {
    const receipt = await recorder.post(url, { json: payload, headers }).json();
    // Only a receipt counts: the login page of a hospital's Wi-Fi says 200 as well.
    if (!isObject(receipt) || typeof receipt.receiptId !== 'string') return { kind: 'retry' };
    return { kind: 'received', receiptId: receipt.receiptId };
  } catch (error) {
    return isHTTPError(error) ? outcomeOf(error) : { kind: 'retry' };
  }
}
