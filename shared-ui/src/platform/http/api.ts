import ky, { isHTTPError } from 'ky';
import { runtimeConfig } from '../runtime.ts';
import { ApiFailure, failureOf } from './failure.ts';
import { callHeaders, expectSession } from './headers.ts';
import { noteAnswered, noteCutOff } from './reconnect.ts';

/** Limit for each attempt's response, and again for the body of a JSON response (ms). */
const TIMEOUT_MS = 10_000;
/** Limit for a whole call: its retries, the waits between them and a JSON body (ms). */
const TOTAL_TIMEOUT_MS = 20_000;

/** Statuses of an outage that may be over in a moment. */
const OUTAGES = [502, 503, 504];
/** Longest `Retry-After` that is worth waiting for (s). A longer outage is reported immediately. */
const MAX_RETRY_AFTER_S = 2;

/** Code of a call that a busy server refuses because it can wait, such as a picture. */
const BUSY = 'BUSY';

/** Returns how long the server asks to wait (s); 0 if it doesn't, NaN if it names a date. */
const retryAfterS = (error: Error): number =>
  isHTTPError(error) ? Number(error.response.headers.get('retry-after')) : 0;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * ky instance for all API requests. A request is bound to the session in `context.token`, if there is one. Rejects with
 * ApiFailure until the response headers arrive; a body that can't be read rejects with the browser's own error.
 */
export const api = ky.create({
  cache: 'no-store',
  timeout: TIMEOUT_MS,
  totalTimeout: TOTAL_TIMEOUT_MS,
  retry: {
    limit: 2,
    methods: ['get'],
    statusCodes: OUTAGES,
    afterStatusCodes: OUTAGES,
    // Keeps phones hit by the same outage from retrying in step. ky ignores it where the server names a time.
    jitter: true,
    // undefined leaves the decision to the statuses above and ky's own check for network errors.
    shouldRetry({ error }) {
      return navigator.onLine && retryAfterS(error) <= MAX_RETRY_AFTER_S ? undefined : false;
    },
  },
  parseJson(text, { response }) {
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw new ApiFailure('unavailable', response.status, 'NOT_JSON', '');
    }
  },
  hooks: {
    init: [
      (options) => {
        options.prefix = runtimeConfig().api;
        options.headers = { ...callHeaders(), ...options.headers };
      },
    ],
    beforeRetry: [
      async ({ error, options }) => {
        const requestedS = retryAfterS(error);
        if (requestedS > 0) await wait(Math.random() * requestedS * 1000);
        expectSession(options.context.token);
      },
    ],
    afterResponse: [({ response }) => (response.ok ? noteAnswered() : undefined)],
    beforeError: [
      ({ error, options }) => {
        if (!isHTTPError(error)) {
          if (error.name !== 'AbortError') noteCutOff();
          return new ApiFailure('unreachable', 0, error.name, '');
        }
        const { status, headers } = error.response;
        const failure = failureOf(status, error.data, headers.get('retry-after'));
        // Other calls still reach the server: reconnecting would send this one again at once.
        if (OUTAGES.includes(status) && failure.code !== BUSY) noteCutOff();
        expectSession(options.context.token);
        return failure;
      },
    ],
  },
});
