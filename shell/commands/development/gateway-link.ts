import { get, type IncomingMessage } from 'node:http';
import type { DevState, RunTimeError } from 'shared-ui/contract';

/** Sends a gateway in dev mode what is wrong with a remote; it tells the open pages. */
export async function sendState(gateway: string, name: string, state: DevState): Promise<void> {
  const answer = await fetch(new URL(`/dev/errors/${name}`, gateway), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(state),
  });
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
}

/** Calls back with every run-time error of a remote that pages report to a gateway in dev mode, until the signal. */
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

/** Not by `fetch`: that opens another connection when one is aborted, and the gateway's end would wait for it. */
function openStream(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal, agent: false }, (stream) => resolve(stream.setEncoding('utf8'))).once('error', reject);
  });
}
