import type { SurveyContext } from 'shared-ui/contract';
import { isListed } from '../integrity.ts';
import { fetchFile } from './files.ts';
import { parseAnswers, RateLimiter } from './messages.ts';

/** Maximum submits per ten minutes. */
const MAX_SUBMITS = 10;
const SUBMITS_MS = 600_000;

/** Returns a function that submits a form's answers, one at a time and rate limited. Rejects if they are not sent. */
export function rateLimitedSubmit({ submit }: Pick<SurveyContext, 'submit'>): (value: unknown) => Promise<unknown> {
  const limiter = new RateLimiter(MAX_SUBMITS, SUBMITS_MS);
  let isSending = false;
  return async (value) => {
    const answers = parseAnswers(value);
    if (!answers) throw new Error('no answers');
    if (isSending || !limiter.allows()) throw new Error('too often');
    isSending = true;
    try {
      return await submit(answers);
    } finally {
      isSending = false;
    }
  };
}

/**
 * Returns the bytes of a file that a guest requests. Only files listed in manifests are fetched: a URL of the guest's
 * choosing could leak data. Throws RemoteFailure if a listed file is missing or changed.
 */
export async function fetchListedFile(remote: string, url: string): Promise<ArrayBuffer> {
  if (!isListed(url)) throw new Error(`${url} is not listed`);
  return fetchFile(url, 'CHUNK', remote);
}
