import type { Trust } from 'shared-ui/contract';
import { type FormOf, INTEGRITY, NAME, VERSION } from 'shared-ui/contract/documents';
import { sendFiles, sendJson } from '../../team-requests/client.ts';
import type { SigningKey } from '../../trust/signing-key.ts';
import type { Build } from '../build.ts';
import type { ClauseResult } from './clause-result.ts';

/** Asks a gateway to check a build whose files it has received. */
export interface CheckRequest {
  name: string;
  version: string;
  /** Hash of the complete manifest. */
  integrity: string;
  /** Trust level; if absent, a survey counts as sandboxed and a feature as trusted. */
  trust?: Trust;
  /** Text of the conformance kit's receipt. */
  receipt?: string;
}

export const CHECK_REQUEST: FormOf<CheckRequest> = {
  kind: 'object',
  required: {
    name: { kind: 'text', rule: NAME },
    version: { kind: 'text', rule: VERSION },
    integrity: { kind: 'text', rule: INTEGRITY },
  },
  optional: { trust: { kind: 'choice', of: ['trusted', 'sandboxed'] }, receipt: { kind: 'text' } },
};

/** Has a gateway check a build. Returns the result of every clause. Throws PlainError when it can't be asked. */
export async function checkAt(
  origin: string,
  key: SigningKey,
  build: Build,
  options: Pick<CheckRequest, 'trust' | 'receipt'>,
): Promise<ClauseResult[]> {
  const { name, version, integrity } = build;
  await sendFiles(key, origin, build);
  const request: CheckRequest = { name, version, integrity, ...options };
  const { clauses } = await sendJson<{ clauses: ClauseResult[] }>(key, origin, '/deploy/check', request);
  return clauses;
}
