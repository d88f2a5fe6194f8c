import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ownerOfEvent, ownerOfResult } from '../access/record-access.ts';
import type { EventBody, MediaDocument } from '../common/documents.ts';
import { ProblemError } from '../common/problems.ts';
import type { Db } from '../db/schema.ts';
import { resultMedia } from '../repositories/care/content.ts';
import { findEvent } from '../repositories/care/events.ts';
import { readMedia } from '../repositories/care/records.ts';
import { type App, routeOptions, type Services, sessionOf } from '../services/context.ts';

const options = routeOptions('care');
const MediaId = Type.Object({ id: Type.String({ maxLength: 64 }), mediaId: Type.String({ maxLength: 64 }) });

const serving = (summary: string) =>
  options('full', summary, {
    params: MediaId,
    response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'The bytes' }) },
  });

/** Only for users who may see the owner, so no cache may store it. */
const CACHE = 'private, no-store';

/** Type of drawings, which are text; all other media are already compressed. */
const DRAWN = 'image/svg+xml';

const compress = promisify(gzip);

/** Returns whether a client accepts gzip: it names it with a weight other than 0 (RFC 9110, section 12.5.3). */
const takesGzip = (request: FastifyRequest) =>
  /(^|,)\s*gzip\s*(;\s*q=(1|0\.0*[1-9])[\d.]*\s*)?(,|$)/i.test(request.headers['accept-encoding'] ?? '');

/** Sends a medium. Drawings are compressed, to a third of their size. */
async function sendMedia(db: Db, owner: string, item: MediaDocument, request: FastifyRequest, reply: FastifyReply) {
  const bytes = await readMedia(db, owner, item, request.locale);
  if (!bytes) throw new ProblemError('NOT_FOUND');
  reply.type(item.type).header('cache-control', CACHE);
  if (item.type !== DRAWN || !takesGzip(request)) return bytes;
  reply.header('content-encoding', 'gzip');
  return compress(bytes);
}

function chosen(media: (MediaDocument | undefined)[] | undefined, id: string): MediaDocument {
  const found = media?.find((item) => item?.id === id);
  if (!found) throw new ProblemError('NOT_FOUND');
  return found;
}

/** Pictures and documents of results and events. NOT_FOUND for users who may not see the owner. */
export async function mediaRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/results/:id/media/:mediaId',
    serving('A picture or document of a result'),
    async (request, reply) => {
      const { id, mediaId } = request.params;
      const owner = await ownerOfResult(db, sessionOf(request).user.id, id);
      if (owner === undefined) throw new ProblemError('NOT_FOUND');
      return sendMedia(db, owner, chosen(await resultMedia(db, owner, id), mediaId), request, reply);
    },
  );

  app.get('/api/v1/events/:id/media/:mediaId', serving('The picture of an event'), async (request, reply) => {
    const { id, mediaId } = request.params;
    const owner = await ownerOfEvent(db, sessionOf(request).user.id, id);
    if (owner === undefined) throw new ProblemError('NOT_FOUND');
    const event = await findEvent(db, owner, id);
    const item = chosen(event && [(JSON.parse(event.document) as EventBody).picture], mediaId);
    return sendMedia(db, owner, item, request, reply);
  });
}
