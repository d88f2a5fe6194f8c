import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { PublishedFiles } from './published.ts';
import { sendFile } from './respond.ts';
import { inlineScriptHashes, NO_PERMISSIONS } from './security.ts';

/** Where the document of guests' frames is; after it comes the version of the shell that it belongs to. */
export const GUEST_PATH = '/guest/';
const DOCUMENT = 'guest.html';

/**
 * The policy of a guest's frame. Its origin is opaque, and it can reach nothing: no request goes out. The one script that the
 * document has may evaluate texts: that is how a guest's code, checked by the page, runs. Texts become elements by that
 * script's own rule only (trusted types).
 * @param embedder the origin of the pages that may show it, as a source of a policy
 */
export function guestPolicy(html: string, embedder: string): string {
  return [
    // Without allow-forms no form would hear that it is sent. Nothing is sent all the same: see form-action.
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

/** Answers the document of guests' frames, of every shell that is published. */
export function addGuestPage(app: FastifyInstance, files: PublishedFiles, embedder: string): void {
  const policies = new Map<string, string>();
  const policyOf = async (path: string) => {
    const policy = policies.get(path) ?? guestPolicy(await readFile(path, 'utf8'), embedder);
    policies.set(path, policy);
    return policy;
  };
  app.get<{ Params: { version: string } }>(`${GUEST_PATH}:version`, async (request, reply) => {
    const file = await files.shellFile(request.params.version, DOCUMENT);
    if (file === undefined) return reply.callNotFound();
    reply.headers({
      'content-security-policy': await policyOf(file.path),
      'permissions-policy': NO_PERMISSIONS,
      'x-frame-options': 'SAMEORIGIN',
      'x-dns-prefetch-control': 'off',
    });
    if (!(await sendFile(request, reply, file))) return reply.callNotFound();
    return reply;
  });
}
