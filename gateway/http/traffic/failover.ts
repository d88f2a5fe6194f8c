import { type Call, type CallResponse, type Connections, isRepeatable, NoAnswer } from './call.ts';
import type { Upstreams } from './upstreams.ts';

/**
 * Sends a call to one of several processes. If one is unreachable, tries the next immediately. If a connection breaks
 * off before the response, does so only for a repeatable call: otherwise the client decides whether to retry.
 * @throws NoAnswer when none responds
 */
export async function sendToOne(connections: Connections, upstreams: Upstreams, call: Call): Promise<CallResponse> {
  let last: unknown;
  for (const origin of upstreams.order()) {
    try {
      return await connections.send(origin, call);
    } catch (error) {
      // The process accepted the call and has not responded: it is alive, and another one would be as slow.
      if (!(error instanceof NoAnswer) || error.late) throw error;
      upstreams.fail(origin);
      last = error;
      if (!error.unsent && !isRepeatable(call)) break;
    }
  }
  throw last;
}
