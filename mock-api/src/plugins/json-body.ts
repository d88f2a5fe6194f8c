/** Reads JSON bodies. Nesting is checked while a body arrives, before anything recurses through its value. */
import type { Readable } from 'node:stream';
import { MAX_NESTING, NestingTracker } from '../common/nesting.ts';
import { ProblemError } from '../common/problems.ts';
import type { App } from '../services/context.ts';

/** Bytes that are read before a body is refused: all that the gateway forwards. Closing earlier can lose the response. */
const READ_LIMIT = 1024 * 1024;

/** @throws ProblemError TOO_DEEP, whatever the size, or TOO_LARGE; BAD_REQUEST if the client disconnects */
async function readText(payload: Readable, limit: number): Promise<string> {
  const nesting = new NestingTracker();
  const parts: Buffer[] = [];
  let length = 0;
  let isTooDeep = false;
  try {
    // Not destroyed: the connection still carries the response.
    for await (const part of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length <= limit) parts.push(part);
      // Latin-1 keeps every byte of UTF-8 apart; brackets and quotes are the same in both.
      isTooDeep ||= nesting.exceeds(MAX_NESTING, part.toString('latin1'));
      if (length > READ_LIMIT) break;
    }
  } catch {
    throw new ProblemError('BAD_REQUEST');
  }
  if (isTooDeep) throw new ProblemError('TOO_DEEP');
  if (length > limit) throw new ProblemError('TOO_LARGE');
  return Buffer.concat(parts).toString('utf8');
}

/** Accepts JSON bodies of this media type. An empty one is undefined. */
export function acceptJson(app: App, mediaType: string): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    const { bodyLimit = app.initialConfig.bodyLimit ?? 0 } = request.routeOptions;
    readText(payload, bodyLimit).then((text) => (text === '' ? done(null) : parseJson(request, text, done)), done);
  });
}
