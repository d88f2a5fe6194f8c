import { Type } from 'typebox';
import { type App, type Services, sessionOf } from '../app-types.ts';
import type { EventBody, MediaDocument } from '../documents.ts';
import { Problem } from '../problems.ts';
import { resultMedia } from '../repositories/content.ts';
import { findEvent } from '../repositories/events.ts';
import { readMedia } from '../repositories/media.ts';
import { ownerOfEvent, ownerOfResult } from '../services/reading.ts';

const MediaId = Type.Object({ id: Type.String({ maxLength: 64 }), mediaId: Type.String({ maxLength: 64 }) });

const serving = (summary: string) =>
  ({
    config: { auth: 'full' },
    schema: {
      summary,
      tags: ['care'],
      params: MediaId,
      response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'The bytes' }) },
    },
  }) as const;

/** Only for who may see the owner, and kept by nobody on the way. */
const CACHE = 'private, no-store';

function chosen(media: (MediaDocument | undefined)[] | undefined, id: string): MediaDocument {
  const found = media?.find((item) => item?.id === id);
  if (!found) throw new Problem('NOT_FOUND');
  return found;
}

/** Pictures and documents of results and events. Who may not see the owner is told that there is nothing. */
export async function mediaRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/results/:id/media/:mediaId',
    serving('A picture or document of a result'),
    async (request, reply) => {
      const { id, mediaId } = request.params;
      const owner = await ownerOfResult(db, sessionOf(request).user.id, id);
      const item = chosen(owner === undefined ? undefined : await resultMedia(db, owner, id), mediaId);
      reply.type(item.type).header('cache-control', CACHE);
      return readMedia(item, request.locale);
    },
  );

  app.get('/api/v1/events/:id/media/:mediaId', serving('The picture of an event'), async (request, reply) => {
    const { id, mediaId } = request.params;
    const owner = await ownerOfEvent(db, sessionOf(request).user.id, id);
    const event = owner === undefined ? undefined : await findEvent(db, owner, id);
    const item = chosen(event && [(JSON.parse(event.document) as EventBody).picture], mediaId);
    reply.type(item.type).header('cache-control', CACHE);
    return readMedia(item, request.locale);
  });
}
