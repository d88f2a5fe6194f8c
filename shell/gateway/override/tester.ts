import { isRecord } from '../fields.ts';
import { OverrideRefused } from './refused.ts';

/** What the API says of a session: whether its account is a tester's; `undecided` until a session is complete. */
export type Standing = 'tester' | 'other' | 'undecided';

const ANSWER_MS = 5_000;

/**
 * Asks the API whose a session is.
 * @param apiUrls the API's processes; the first that answers decides
 * @param authorization the session's own header, "Bearer ..."
 * @throws OverrideRefused when none answers
 */
export async function standingOf(apiUrls: readonly string[], authorization: string): Promise<Standing> {
  for (const url of apiUrls) {
    const answer = await ask(url, authorization);
    if (answer !== undefined) return standingIn(answer);
  }
  throw new OverrideRefused('UNREACHABLE', 'the API does not answer');
}

async function ask(url: string, authorization: string): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const headers = { authorization, accept: 'application/json' };
    const answer = await fetch(`${url}/api/v1/users/me`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    return answer.status < 500 ? { status: answer.status, body: await answer.json() } : undefined;
  } catch {
    // Refused, silent, or no answer of the API's: the next one is asked.
    return undefined;
  }
}

/** Who has given a wristband's code only, or whose session is over, sees nothing of a person yet. */
function standingIn({ status, body }: { status: number; body: unknown }): Standing {
  if (status !== 200 || !isRecord(body) || body.scope !== 'full') return 'undecided';
  return body.tester === true ? 'tester' : 'other';
}
