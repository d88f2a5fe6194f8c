import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { StreamData } from 'mock-api/contract';

/** An event of the stream. */
export interface StreamEvent {
  /** The event id; undefined if it has none. */
  id: number | undefined;
  /** The API's name for the event: `event.created`, `resync`, … */
  kind: string;
  data: Partial<StreamData>;
}

function toStreamEvent({ id: text, event, data }: EventSourceMessage): StreamEvent | undefined {
  if (event === undefined) return undefined;
  const id = Number(text);
  return { id: text === undefined || Number.isNaN(id) ? undefined : id, kind: event, data: dataOf(data) };
}

/** Parses the data; empty if invalid, as a later API may change its format. */
function dataOf(text: string): StreamEvent['data'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Parses Server-Sent Events as they arrive (WHATWG HTML, section 9.2). Resolves at the end of the stream, rejects if
 * it fails.
 * @param onBytes called whenever data arrives, including comments: the connection is alive
 */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  onStreamEvent: (event: StreamEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const parser = createParser({
    onEvent(message) {
      const streamEvent = toStreamEvent(message);
      if (streamEvent) onStreamEvent(streamEvent);
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
