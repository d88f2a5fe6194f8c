import { type Call, type CallAnswer, type Connections, isRepeatable, NoAnswer } from './call.ts';
import type { Upstreams } from './upstreams.ts';

/**
 * Sends a call to one of several processes. Where one can't be reached it goes on to the next at once; where a connection breaks
 * off before an answer, only if the call may arrive twice: whether to try again is the client's to decide then.
 * @throws NoAnswer when none answers
 */
export async function sendToOne(connections: Connections, upstreams: Upstreams, call: Call): Promise<CallAnswer> {
  let last: unknown;
  for (const origin of upstreams.order()) {
    try {
      return await connections.send(origin, call);
    } catch (error) {
      // It took the call and has not answered: it is there, and another one would be as slow.
      if (!(error instanceof NoAnswer) || error.late) throw error;
      upstreams.fail(origin);
      last = error;
      if (!error.unsent && !isRepeatable(call)) break;
    }
  }
  throw last;
}
