import type { SurveyContext } from 'shared-ui/contract';
import { isListed } from '../remotes/integrity.ts';
import { fetchFile } from './files.ts';
import { answersIn, Gauge } from './messages.ts';

/** More in ten minutes is no person who presses "Send" again. */
const MAX_SUBMITS = 10;
const SUBMITS_MS = 600_000;

/** Makes what has a form's answers sent: one survey at a time, and not without end. Rejects where they are not sent. */
export function submitOf({ submit }: Pick<SurveyContext, 'submit'>): (value: unknown) => Promise<unknown> {
  const tries = new Gauge(MAX_SUBMITS, SUBMITS_MS);
  let isSending = false;
  return async (value) => {
    const answers = answersIn(value);
    if (!answers) throw new Error('no answers');
    if (isSending || !tries.holds()) throw new Error('too often');
    isSending = true;
    try {
      return await submit(answers);
    } finally {
      isSending = false;
    }
  };
}

/**
 * The bytes of a file that a guest asks for. Nothing is fetched but what manifests list: an address of its own making could carry
 * something out. Throws RemoteFailure where a listed file is missing or changed.
 */
export async function bringFile(remote: string, url: string): Promise<ArrayBuffer> {
  if (!isListed(url)) throw new Error(`${url} is not listed`);
  return fetchFile(url, 'CHUNK', remote);
}
