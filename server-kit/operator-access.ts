/** Access of operators to metrics, details of health, and other reads that only operators need. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { EnvironmentReader } from './environment.ts';

export interface OperatorAccess {
  /** What operators send as a bearer token; without one, a service outside a demo refuses everyone. */
  token?: string;
  /** Whether no token is needed: in a demo that sets none. */
  isOpen: boolean;
}

const TOKEN = /^[\x21-\x7e]{16,128}$/;

/** Reads OPERATOR_TOKEN, the same for all processes of a deployment. */
export function readOperatorAccess(env: EnvironmentReader, isDemo: boolean): OperatorAccess {
  const token = env.matching('OPERATOR_TOKEN', TOKEN, '16 to 128 visible characters');
  return { ...(token === undefined ? {} : { token }), isOpen: isDemo && token === undefined };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns whether a request may read what is for operators, by its `Authorization` header. */
export function isOperator({ token, isOpen }: OperatorAccess, authorization: string | undefined): boolean {
  if (isOpen) return true;
  if (token === undefined || authorization === undefined) return false;
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}

/** Refuses a request that lacks the operator's token. */
export const refuseOperator = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .headers({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer', 'content-type': 'application/json' })
    .send(
      JSON.stringify({
        error: { code: 'UNAUTHENTICATED', message: 'This address needs the token in OPERATOR_TOKEN.' },
      }),
    );
