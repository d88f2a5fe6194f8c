import { isRecord } from 'server-kit/fields';
import { OverrideRefused } from './refusal.ts';

/** Whether a session's account is a tester's, according to the API; `undecided` until the session is complete. */
type TesterStatus = 'tester' | 'other' | 'undecided';

const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Asks the API about the account of a session.
 * @param apiUrls the API's processes; the first that responds decides
 * @param authorization the session's Authorization header, "Bearer ..."
 * @throws OverrideRefused when none responds
 */
export async function testerStatusOf(apiUrls: readonly string[], authorization: string): Promise<TesterStatus> {
  for (const url of apiUrls) {
    const answer = await fetchAccount(url, authorization);
    if (answer !== undefined) return testerStatusIn(answer);
  }
  throw new OverrideRefused('UNREACHABLE', 'the API does not respond');
}

async function fetchAccount(
  url: string,
  authorization: string,
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const headers = { authorization, accept: 'application/json' };
    const answer = await fetch(`${url}/api/v1/users/me`, { headers, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    return answer.status < 500 ? { status: answer.status, body: await answer.json() } : undefined;
  } catch {
    // Refused, timed out, or not a response of the API: try the next one.
    return undefined;
  }
}

/** Sessions with only a wristband's code, and expired ones, show no personal data yet. */
function testerStatusIn({ status, body }: { status: number; body: unknown }): TesterStatus {
  if (status !== 200 || !isRecord(body) || body.scope !== 'full') return 'undecided';
  return body.tester === true ? 'tester' : 'other';
}
