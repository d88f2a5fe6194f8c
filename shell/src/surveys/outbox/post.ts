import ky from 'ky';
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

/** A try that takes longer is given up; the survey stays and is tried again. */
const TIMEOUT_MS = 10_000;

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

async function judge(response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    // Only a receipt counts: the login page of a hospital's Wi-Fi says 200 as well.
    if (isObject(body) && typeof body.receiptId === 'string') return { kind: 'received', receiptId: body.receiptId };
    return { kind: 'retry' };
  }
  if (response.status >= 500 || PASSING.has(response.status)) {
    const waitMs = retryAfter(response.headers);
    return { kind: 'retry', ...(waitMs === undefined ? {} : { waitMs }) };
  }
  const { status, code, message } = failureOf(response.status, body);
  return { kind: 'refused', status, code, message };
}

/**
 * One try to get a survey to the recorder. The key says that two tries are one survey. Never throws.
 * @param replaces receipt of the survey that this one corrects
 */
export async function postSurvey(key: string, payload: SurveyPayload, replaces?: string): Promise<Outcome> {
  const { url, authorizer } = runtimeConfig().recorder;
  try {
    const response = await ky.post(url, {
      json: payload,
      headers: { authorizer, 'idempotency-key': key, ...(replaces === undefined ? {} : { replaces }) },
      timeout: TIMEOUT_MS,
      retry: 0,
      throwHttpErrors: false,
      redirect: 'error',
      cache: 'no-store',
    });
    return await judge(response);
  } catch {
    return { kind: 'retry' };
  }
}
