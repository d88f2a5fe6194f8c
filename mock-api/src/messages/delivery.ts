/** What a driver says of a message: that it was taken, or why not. */
import { SECOND } from '../clock.ts';
import type { MessageRow } from '../db/schema.ts';

/** A service has taken a message. */
export interface Taken {
  /** The name that the service has given it. */
  receipt?: string;
  /** The service will say what becomes of it: until then its words are kept, so that it can be sent again. */
  isFollowed?: boolean;
}

/** Sends one message. @throws DeliveryFailure, or anything else where it is not known whether it got through */
export type Driver = (message: MessageRow) => Promise<Taken>;

interface FailureDetails {
  /** Trying again does not help: the service says that this message or its receiver is wrong. */
  isFinal?: boolean;
  /** The receiver is gone for good. */
  isGone?: boolean;
  /** Milliseconds after which the service wants to be asked again. */
  retryAfter?: number;
}

/** A message certainly did not get through. `message` is a code for operators, without words or recipients. */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean;
  readonly isGone: boolean;
  readonly retryAfter: number;

  constructor(code: string, { isFinal = false, isGone = false, retryAfter = 0 }: FailureDetails = {}) {
    super(code);
    this.name = 'DeliveryFailure';
    this.isFinal = isFinal || isGone;
    this.isGone = isGone;
    this.retryAfter = retryAfter;
  }
}

/** How long a service may take to answer. */
export const ANSWER_TIMEOUT = 10 * SECOND;

/** Answers of a service to a message that it will never take. Others (a wrong password, too many) an operator or time mends. */
const NEVER: readonly number[] = [400, 413, 422];

/** Milliseconds that `Retry-After` asks for; 0 for none. */
function waitOf(header: string | null): number {
  const seconds = header !== null && /^\d{1,6}$/.test(header) ? Number(header) : 0;
  return seconds * SECOND;
}

/**
 * Posts a message to a service by HTTP, to that address alone: a redirection is a failure.
 * @returns its answer of 2xx
 * @throws DeliveryFailure for any other answer
 */
export async function postTo(service: string, url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT),
  }).catch((error: unknown) => {
    throw isUnreached(error) ? new DeliveryFailure(`${service} unreachable`) : error;
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  const { status } = answer;
  const retryAfter = waitOf(answer.headers.get('retry-after'));
  throw new DeliveryFailure(`${service} answered ${status}`, { isFinal: NEVER.includes(status), retryAfter });
}

/** Whether no connection came about, so that nothing was sent. */
function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
}
