import { isRecord } from 'server-kit/fields';
import type { TlsContents } from 'server-kit/tls/files';
import { fetchInternal } from 'server-kit/tls/internal';
import { OverrideError } from './refusal.ts';

const API_TIMEOUT_MS = 5_000;

/**
 * Asks the API about the account of a session; undefined until the session is complete: one with only a wristband's
 * code, or an expired one, shows no personal data.
 * @param apiUrls the first that responds decides
 * @throws OverrideError when none responds
 */
export async function isTester(
  apiUrls: readonly string[],
  authorization: string,
  tls: TlsContents | undefined,
): Promise<boolean | undefined> {
  const headers = { authorization, accept: 'application/json' };
  for (const url of apiUrls) {
    try {
      const signal = AbortSignal.timeout(API_TIMEOUT_MS);
      const response = await fetchInternal(`${url}/api/v1/users/me`, { headers, signal }, tls);
      if (response.status >= 500) continue;
      const account: unknown = await response.json();
      if (response.status !== 200 || !isRecord(account) || account.scope !== 'full') return undefined;
      return account.tester === true;
    } catch {
      // RefusedError, timed out, or not a response of the API: try the next one.
    }
  }
  throw new OverrideError('UNREACHABLE', 'the API does not respond');
}
