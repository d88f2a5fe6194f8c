/** Result of a driver: the message was accepted, or why not. */
import { SECOND } from '../common/clock.ts';
import type { MessageRow } from '../db/schema.ts';
import type { Acceptance } from '../repositories/messages/messages.ts';

/**
 * Sends one message.
 * @throws DeliveryError, or any other error if it is unknown whether the message got through
 */
export type Driver = (message: MessageRow) => Promise<Acceptance>;

interface FailureDetails {
  /** A retry does not help: the service rejects this message or its recipient. */
  isFinal?: boolean;
  /** The recipient no longer exists. */
  isRecipientRemoved?: boolean;
  /** Milliseconds after which the service accepts a retry. */
  retryAfter?: number;
}

/** A message certainly did not get through. `message` is a code for operators, without content or recipients. */
export class DeliveryError extends Error {
  readonly isFinal: boolean;
  readonly isRecipientRemoved: boolean;
  readonly retryAfter: number;

  constructor(code: string, { isFinal = false, isRecipientRemoved = false, retryAfter = 0 }: FailureDetails = {}) {
    super(code);
    this.name = 'DeliveryError';
    this.isFinal = isFinal || isRecipientRemoved;
    this.isRecipientRemoved = isRecipientRemoved;
    this.retryAfter = retryAfter;
  }
}

/** Response timeout of a service, in milliseconds. */
export const RESPONSE_TIMEOUT = 10 * SECOND;

/**
 * Statuses for a message that the service will never accept. Others (a wrong password, too many requests) are fixed by
 * an operator or by time.
 */
const PERMANENT_STATUSES: readonly number[] = [400, 413, 422];

/** Returns the milliseconds that `Retry-After` asks for; 0 if none. */
function retryAfterOf(header: string | null): number {
  const seconds = header !== null && /^\d{1,6}$/.test(header) ? Number(header) : 0;
  return seconds * SECOND;
}

/**
 * Posts a message to a service over HTTP, to that URL alone: a redirect is a failure. Without a signal of its own, the
 * service has RESPONSE_TIMEOUT.
 * @returns the 2xx response
 * @throws DeliveryError for any other response
 */
export async function postTo(service: string, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
    ...init,
    method: 'POST',
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw isConnectionError(error) ? new DeliveryError(`${service} unreachable`) : error;
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const { status } = response;
  const retryAfter = retryAfterOf(response.headers.get('retry-after'));
  throw new DeliveryError(`${service} answered ${status}`, {
    isFinal: PERMANENT_STATUSES.includes(status),
    retryAfter,
  });
}

/** Returns whether no connection was made, so that nothing was sent. */
function isConnectionError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
}
