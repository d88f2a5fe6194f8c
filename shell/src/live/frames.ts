import type { StreamData } from 'mock-api/contract';

/** One event of the stream. */
export interface News {
  /** Its number; undefined where it has none. */
  id: number | undefined;
  /** What happened, as the API names it: `event.created`, `resync`, … */
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

/** What a later API may say in another way is passed over. */
function dataOf(text: string | undefined): News['data'] {
  try {
    return text === undefined ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Reads Server-Sent Events as they come (WHATWG HTML, section 9.2). Resolves at the stream's end, rejects when it is cut.
 * @param onBytes called whenever anything came, a comment too: the connection is alive
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
