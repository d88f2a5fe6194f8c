/** Who may post a survey: the authorizer header, the token, and how often. Decided before the body is read. */
import type { FastifyRequest } from 'fastify';
import { HOUR, MINUTE } from '../common/clock.ts';
import type { SurveyPayload } from '../contract.ts';
import { callerKey, isInNetworks } from '../security/address.ts';
import { sameSecret } from '../security/secrets.ts';
import { hashEmail, readSurveyToken, type SurveyTokenClaims } from '../security/survey-token.ts';
import { WindowCounter } from '../security/window-counter.ts';
import type { RecorderConfig } from './config.ts';

export const TOKEN_HEADER = 'survey-token';
/** Longest random delay added to `Retry-After`, in seconds. */
const SPREAD_S = 15;

export type Refusal =
  | { status: 401; code?: 'TOKEN_REQUIRED' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED' }
  | { status: 403; code: 'TOKEN_MISMATCH' | 'TOKEN_USED' | 'TOKEN_ERASED' }
  | { status: 429; retryAfter: number };

export class SurveyAccess {
  readonly #config: RecorderConfig;
  readonly #byAddress: WindowCounter;
  readonly #bySession: WindowCounter;

  constructor(config: RecorderConfig) {
    this.#config = config;
    this.#byAddress = new WindowCounter(config.limits.perAddressMinute, MINUTE, SPREAD_S);
    this.#bySession = new WindowCounter(config.limits.perSessionHour, HOUR, SPREAD_S);
  }

  /** Returns the claims of the request's token, undefined if it has and needs none, or why it is refused. */
  check({ headers, ip }: FastifyRequest): SurveyTokenClaims | undefined | Refusal {
    const { authorizer, generousNetworks, surveyTokens } = this.#config;
    const key = headers[authorizer.header];
    if (typeof key !== 'string' || !sameSecret(key, authorizer.key)) return { status: 401 };
    const wait = isInNetworks(ip, generousNetworks) ? undefined : this.#byAddress.add(callerKey(ip));
    if (wait !== undefined) return { status: 429, retryAfter: wait };
    const token = headers[TOKEN_HEADER];
    if (surveyTokens.mode === 'off') return undefined;
    if (typeof token !== 'string')
      return surveyTokens.mode === 'required' ? { status: 401, code: 'TOKEN_REQUIRED' } : undefined;
    const claims = readSurveyToken(surveyTokens.keys, token);
    if (claims === 'invalid') return { status: 401, code: 'TOKEN_INVALID' };
    return claims === 'expired' ? { status: 401, code: 'TOKEN_EXPIRED' } : claims;
  }

  /** Counts a survey of the token's session. Returns why it is refused: it is another survey, or one too many. */
  count({ session, survey, email }: SurveyTokenClaims, payload: SurveyPayload): Refusal | undefined {
    if (payload.Survey !== survey || hashEmail(payload.Email) !== email) return { status: 403, code: 'TOKEN_MISMATCH' };
    const wait = this.#bySession.add(session);
    return wait === undefined ? undefined : { status: 429, retryAfter: wait };
  }

  /** Takes back the count of a survey that was not stored, or had been before. */
  undo({ session }: SurveyTokenClaims): void {
    this.#bySession.undo(session);
  }
}
