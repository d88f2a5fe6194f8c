import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { GatewayConfig } from '../http/config.ts';
import { sendFile } from '../http/respond.ts';
import { GUEST_PATH, inlineScriptHashes, isForGuests, NO_PERMISSIONS } from '../http/security.ts';
import type { Deployment } from '../registry/deployment.ts';

const DOCUMENT = 'guest.html';

/**
 * Returns the policy of a guest's frame. Its origin is opaque, and it can make no request. The document's only script
 * may evaluate strings, which is how a guest's code, checked by the page, runs. Only that script may turn strings into
 * elements (trusted types).
 * @param embedder the origin of the pages that may show it, as a policy source
 */
export function guestPolicy(html: string, embedder: string): string {
  return [
    // Without allow-forms, forms fire no submit event. Submissions are still blocked: see form-action.
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    ['script-src', ...inlineScriptHashes(html), "'unsafe-eval'"].join(' '),
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `frame-ancestors ${embedder}`,
  ].join('; ');
}

interface Options {
  config: GatewayConfig;
  deployment: Deployment;
}

/** Serves the guest frame document of every published shell to the pages of this deployment. */
export const guestPage = fastifyPlugin(async (app: FastifyInstance, { config, deployment }: Options) => {
  const policies = new Map<string, string>();
  const policyOf = async (path: string, embedder: string) => {
    const key = `${embedder} ${path}`;
    const policy = policies.get(key) ?? guestPolicy(await readFile(path, 'utf8'), embedder);
    policies.set(key, policy);
    return policy;
  };
  app.get<{ Params: { version: string } }>(`${GUEST_PATH}:version`, async (request, reply) => {
    const file = await deployment.files.shellFile(request.params.version, DOCUMENT);
    if (file === undefined) return reply.callNotFound();
    const embedder = isForGuests(request, config) ? config.publicUrl : "'self'";
    reply.headers({
      'content-security-policy': await policyOf(file.path, embedder),
      'permissions-policy': NO_PERMISSIONS,
      // Browsers that support frame-ancestors apply that directive instead, as it is more precise.
      'x-frame-options': 'SAMEORIGIN',
      'x-dns-prefetch-control': 'off',
    });
    if (!(await sendFile(request, reply, file))) return reply.callNotFound();
    return reply;
  });
});
