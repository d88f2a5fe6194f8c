import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { after, HOUR, SECOND } from '../common/clock.ts';
import { ProblemError } from '../common/problems.ts';
import { CHANGE_KINDS } from '../contract.ts';
import { tokenOf } from '../plugins/auth.ts';
import { RESPONSE_HEADERS } from '../plugins/hygiene.ts';
import { numberBefore } from '../repositories/changes.ts';
import { type App, routeOptions, type Services, sessionOf } from '../services/context.ts';
import { OpenStream } from '../stream/open-stream.ts';
import { replay, replayStart } from '../stream/replay.ts';

const options = routeOptions('stream');

/**
 * How much earlier than requested a replay begins: data that was read then may lack changes that were being written.
 */
const OVERLAP = 5 * SECOND;

const Wanted = Type.Object({
  content: Type.Optional(
    Type.Literal('events', {
      description:
        'News of an event bring the event along, as GET /api/events gives it to this reader, in their language',
    }),
  ),
  age: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,4}$',
      description:
        'Of a reader without Last-Event-ID: how many seconds ago it read the data; what came later follows, after more than an hour `resync`',
    }),
  ),
});

const DESCRIPTION = `Server-Sent Events: ${CHANGE_KINDS.join(', ')}. The data names the thing that changed
(\`{id, profileId, at}\`, see StreamData), and includes content only of events, where \`content=events\` is asked for.
\`id\` grows by the change; \`Last-Event-ID\` replays what was missed for an hour, else \`resync\` asks clients to read everything
anew. The answer's own \`Last-Event-ID\` is the number after which it begins; none before a \`resync\`. A comment every 15 s. \`session.ended\` (with a \`reason\`) is the last event of a session that may read no more.`;

/** Returns whether the client accepts an event stream; wildcards count. */
const takesEvents = ({ headers: { accept = '*/*' } }: FastifyRequest) =>
  /(^|,)\s*(text\/event-stream|text\/\*|\*\/\*)\s*(;|,|$)/i.test(accept);

/**
 * @param start the number after which it begins: a client that is cut off before the first message resumes from there
 */
function openResponse(reply: FastifyReply, start: number | undefined): void {
  reply.headers({
    ...RESPONSE_HEADERS,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    ...(start === undefined ? {} : { 'last-event-id': String(start) }),
  });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200);
  reply.raw.write(':\n\n');
}

/**
 * Returns the number where a client's replay begins; undefined: it must reload everything.
 * @param ageS how long ago the client read its data (s)
 */
async function startFor({ db }: Services, request: FastifyRequest, ageS: number | undefined, position: number) {
  const known = request.headers['last-event-id'];
  if (typeof known === 'string') return replayStart(db, known);
  if (ageS === undefined) return position;
  // Changes are stored for an hour.
  return ageS * SECOND > HOUR ? undefined : numberBefore(db, after(-ageS * SECOND - OVERLAP));
}

export async function streamRoutes(app: App, services: Services): Promise<void> {
  const { db, live, staffOidc } = services;

  app.get(
    '/api/v1/stream',
    options(
      'full',
      'What changes, as it changes; having it open does not keep the session alive',
      {
        description: DESCRIPTION,
        querystring: Wanted,
        response: { 200: { description: DESCRIPTION, content: { 'text/event-stream': { schema: Type.String() } } } },
      },
      { watches: true },
    ),
    async (request, reply) => {
      if (!takesEvents(request)) throw new ProblemError('NOT_ACCEPTABLE');
      const { user, tokenHash, checkedAt } = sessionOf(request);
      const token = tokenOf(request);
      const recheck = checkedAt === null ? undefined : () => staffOidc.mayGoOn(token);
      const { age } = request.query;
      const start = await startFor(services, request, age === undefined ? undefined : Number(age), live.position);
      // Another process may already have sent this reader changes that this one has yet to deliver.
      const from = Math.max(live.position, start ?? 0);
      openResponse(reply, start);
      const content = request.query.content && request.locale;
      const stream = new OpenStream(reply.raw, { person: user.id, tokenHash, from, content, recheck });
      reply.raw.once('close', () => live.streams.remove(stream));
      live.streams.add(stream);
      try {
        if (start === undefined) stream.replay({ id: from, event: 'resync', data: {} });
        else if (start < from) await replay(db, stream, start, live.warn);
        stream.goLive();
      } catch (error) {
        // The client reconnects and requests the same again.
        live.warn(error instanceof Error ? error : new Error('replay'));
        stream.end();
      }
      return reply;
    },
  );
}
