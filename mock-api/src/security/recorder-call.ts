import { SECOND } from '../common/clock.ts';

const TIMEOUT = 10 * SECOND;

/**
 * Posts a signed body to one of the survey recorder's processes.
 * @param base its address, which ends in a slash
 * @param signature header and value
 * @throws if it can't be reached
 */
export const postToRecorder = (
  base: string,
  path: string,
  [header, signature]: readonly [header: string, signature: string],
  body: string,
): Promise<Response> =>
  fetch(new URL(path, base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: signature },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
