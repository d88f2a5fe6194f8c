import type { StreamData } from 'mock-api/contract';

/** An event of the stream. */
export interface News {
  /** The event id; undefined if it has none. */
  id: number | undefined;
  /** The API's name for the event: `event.created`, `resync`, … */
  kind: string;
  data: Partial<StreamData>;
}

function toNews(block: string): News | undefined {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trim();
  }
  if (fields.event === undefined) return undefined;
  const id = Number(fields.id);
  return {
    id: fields.id === undefined || Number.isNaN(id) ? undefined : id,
    kind: fields.event,
    data: dataOf(fields.data),
  };
}

/** Parses the data; empty if invalid, as a later API may change its format. */
function dataOf(text: string | undefined): News['data'] {
  try {
    return text === undefined ? {} : JSON.parse(text);
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
  onNews: (news: News) => void,
  onBytes: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const news = toNews(block);
      if (news) onNews(news);
    }
  }
}
