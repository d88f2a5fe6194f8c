import { get, type IncomingMessage } from 'node:http';
import type { DevState, RunTimeError } from 'shared-ui/contract';

/** Sends a remote's errors to a gateway in dev mode, which forwards them to the open pages. */
export async function sendState(gateway: string, name: string, state: DevState): Promise<void> {
  const response = await fetch(new URL(`/dev/errors/${name}`, gateway), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(state),
  });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
}

/** Calls `onError` with every run-time error of a remote that a gateway in dev mode receives, until `signal` aborts. */
export async function followRunTimeErrors(
  gateway: string,
  name: string,
  onError: (error: RunTimeError) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await openStream(new URL('/dev/events', gateway), signal);
  let rest = '';
  for await (const piece of stream) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^event: run-time\ndata: (.*)$/m.exec(event) ?? [];
      const error: RunTimeError | undefined = data && JSON.parse(data);
      if (error?.remote.startsWith(`${name}@`)) onError(error);
    }
  }
}

/** Avoids `fetch`, which opens another connection on abort and would delay the gateway's shutdown. */
function openStream(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal, agent: false }, (stream) => resolve(stream.setEncoding('utf8'))).once('error', reject);
  });
}
