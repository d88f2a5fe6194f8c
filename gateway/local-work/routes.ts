import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RenewedTls } from 'server-kit/tls/files';
import type { GatewayConfig } from '../http/config.ts';
import { sendError } from '../http/messages.ts';
import { isTester } from '../overrides/tester.ts';
import { checkKeyToken } from '../team-requests/key-token.ts';
import { type Access, isSignIn, LOCAL_WORK, LOCAL_WORK_HEADER, LOCAL_WORK_PATH, mayCall } from './access.ts';
import { type LocalWorkRefusal, refusalBody, statusOf } from './refusal.ts';

type Settings = Pick<GatewayConfig, 'localWork' | 'teamsFile' | 'publicUrl' | 'gateways' | 'apiUrls'>;

interface Options {
  config: Settings;
  internalTls: RenewedTls | undefined;
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: LocalWorkRefusal): FastifyReply {
  request.log.info({ refusal }, 'local work refused');
  reply.code(statusOf(refusal)).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' });
  return reply.send(refusalBody(refusal, request.headers['accept-language']));
}

/** Returns which team works locally, and what it may do; or why it may not. */
async function workOf(
  { headers }: FastifyRequest,
  { localWork, teamsFile, publicUrl, gateways }: Settings,
): Promise<{ team: string; access: Access } | LocalWorkRefusal> {
  if (localWork === 'off') return 'OFF';
  const token = headers[LOCAL_WORK_HEADER];
  const expected = { teamsFile, gateways: [publicUrl, ...gateways] };
  const work = await checkKeyToken(typeof token === 'string' ? token : '', LOCAL_WORK, expected);
  if (typeof work !== 'string' && work.access === 'write' && localWork === 'read') return 'ONLY_READING';
  return work;
}

/**
 * Lets a team's developers work on their machines with this gateway's API (`lodestar-shell --backend`), as far as the
 * operator allows it: with a key of a listed team, as a tester's account, and unless both sides allow more, only to read.
 * Such calls say what they are by a header; without it they are those of any browser.
 */
export const localWork = fastifyPlugin(async (app: FastifyInstance, { config, internalTls }: Options) => {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    if (headers[LOCAL_WORK_HEADER] === undefined || url === LOCAL_WORK_PATH) return;
    const work = await workOf(request, config);
    if (typeof work === 'string') return refuse(request, reply, work);
    if (!mayCall(work.access, method, url)) return refuse(request, reply, 'READ_ONLY');
    if (headers.authorization === undefined || isSignIn(method, url)) return;
    const tester = await isTester(config.apiUrls, headers.authorization, internalTls?.contents).catch(
      () => 'unknown' as const,
    );
    if (tester === 'unknown') return sendError(request, reply, 503, 'UNAVAILABLE');
    if (tester === false) return refuse(request, reply, 'NO_TESTER');
  });
  app.get(LOCAL_WORK_PATH, async (request, reply) => {
    const work = await workOf(request, config);
    if (typeof work === 'string') return refuse(request, reply, work);
    const { team, access } = work;
    request.log.info({ team, access }, 'local work starts');
    return reply.header('cache-control', 'no-store').send({ team, access });
  });
});
