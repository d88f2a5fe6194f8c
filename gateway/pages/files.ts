import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { PlainError } from 'server-kit/plain-error';
import type { GatewayConfig } from '../http/config.ts';
import { Dictionaries } from '../http/dictionaries.ts';
import { sendError } from '../http/messages.ts';
import { PERSONAL, type StaticFile, sendFile, TextDocument, typeOf } from '../http/respond.ts';
import { DOCUMENTS } from '../http/security.ts';
import type { Overrides } from '../overrides/overrides.ts';
import type { Deployment } from '../registry/deployment.ts';
import { mayBeMapped, SOURCE_MAPS, showsSources, sourceMapIn } from '../registry/source-maps.ts';
import type { Store } from '../registry/store/store.ts';

const SANDBOX_POLICY = "sandbox; frame-ancestors 'none'";

interface Options {
  config: GatewayConfig;
  store: Store;
  deployment: Deployment;
  overrides: Overrides | undefined;
}

/** Serves published files (immutable, precompressed) and the files of a browser's test version. */
export const publishedFiles = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  const { config, store, deployment, overrides } = options;
  const settledFile = async (find: () => Promise<StaticFile | undefined>) => {
    const found = await find();
    if (found !== undefined) return found;
    await store.settled();
    return find();
  };
  const dictionaries = new Dictionaries();
  const mayReadSources = async (request: FastifyRequest, name?: string) =>
    config.dev || (await overrides?.isTesting(request, name)) === true;
  app.get<{ Params: { version: string; '*': string } }>('/shell/:version/*', async (request, reply) => {
    const { version, '*': path } = request.params;
    return sendBuilt(request, reply, dictionaries, {
      base: '/shell/',
      version,
      path,
      published: (of, file) => settledFile(() => deployment.files.shellFile(of, file)),
      tested: async () => undefined,
      mayReadSources: () => mayReadSources(request),
    });
  });
  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    async (request, reply) => {
      const { name, version, '*': path } = request.params;
      if (DOCUMENTS.test(path)) reply.header('content-security-policy', SANDBOX_POLICY);
      try {
        return await sendBuilt(request, reply, dictionaries, {
          base: `/remotes/${name}/`,
          version,
          path,
          published: (of, file) => settledFile(() => deployment.remoteFile(name, of, file)),
          tested: async (file) => overrides?.file(request, { name, version, path: file }),
          mayReadSources: () => mayReadSources(request, name),
        });
      } catch (thrown) {
        if (!(thrown instanceof PlainError)) throw thrown;
        request.log.error({ remote: `${name}@${version}`, problem: thrown.message }, 'file of a remote not available');
        return sendError(request, reply, 502, 'UNAVAILABLE');
      }
    },
  );
});

interface BuiltFile {
  /** URL path of all versions. */
  base: string;
  version: string;
  path: string;
  /** Returns a published file of any version. */
  published(version: string, path: string): Promise<StaticFile | undefined>;
  /** Returns a file of the browser's test version, if that is the version. */
  tested(path: string): Promise<StaticFile | undefined>;
  /** Returns whether the browser may read the version's sources. */
  mayReadSources(): Promise<boolean>;
}

/** Sends a file of a published version. Only those who may read its sources learn that it has a source map. */
async function sendBuilt(request: FastifyRequest, reply: FastifyReply, dictionaries: Dictionaries, built: BuiltFile) {
  const { path, version, published, tested, mayReadSources } = built;
  const find = async (file: string) => (await published(version, file)) ?? tested(file);
  const isSource = showsSources(path);
  const isReader = (isSource || mayBeMapped(path)) && (await mayReadSources());
  if (isSource && !isReader) return sendError(request, reply, 404, 'NOT_FOUND');
  const maps = isReader ? await find(SOURCE_MAPS).catch(() => undefined) : undefined;
  const map = isSource && maps ? await sourceMapIn(maps, path) : undefined;
  if (map !== undefined) return new TextDocument(map, typeOf(path)).send(request, reply, PERSONAL);
  if (!isSource && maps) reply.header('sourcemap', `${basename(path)}.map`);
  const publicFile = isSource || maps ? undefined : await published(version, path);
  if (publicFile && (await dictionaries.send(request, reply, { ...built, file: publicFile }))) return reply;
  const file = publicFile ?? (await find(path));
  // No shared cache may store what only these browsers get.
  return sendFileOr404(request, reply, file && (isSource || maps) ? { ...file, cache: PERSONAL } : file);
}

export async function sendFileOr404(request: FastifyRequest, reply: FastifyReply, file: StaticFile | undefined) {
  if (file === undefined || !(await sendFile(request, reply, file))) sendError(request, reply, 404, 'NOT_FOUND');
  return reply;
}
