import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayConfig } from './config.ts';
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

type Hosts = Pick<GatewayConfig, 'guestOrigin' | 'publicUrl'>;

/** Whether a request came for the host name that is for guests' frames alone. */
const isForGuests = ({ headers }: FastifyRequest, { guestOrigin }: Hosts): boolean =>
  guestOrigin !== undefined && headers.host?.toLowerCase() === new URL(guestOrigin).host;

/** Whether that host name was asked for anything else, which it does not have: no page, no file, no call. */
export const isOutsideOfGuests = (request: FastifyRequest, hosts: Hosts): boolean =>
  isForGuests(request, hosts) && !request.url.startsWith(GUEST_PATH);

/** Answers the document of guests' frames, of every shell that is published, to the pages of this product. */
export function addGuestPage(app: FastifyInstance, files: PublishedFiles, hosts: Hosts): void {
  const policies = new Map<string, string>();
  const policyOf = async (path: string, embedder: string) => {
    const key = `${embedder} ${path}`;
    const policy = policies.get(key) ?? guestPolicy(await readFile(path, 'utf8'), embedder);
    policies.set(key, policy);
    return policy;
  };
  app.get<{ Params: { version: string } }>(`${GUEST_PATH}:version`, async (request, reply) => {
    const file = await files.shellFile(request.params.version, DOCUMENT);
    if (file === undefined) return reply.callNotFound();
    const embedder = isForGuests(request, hosts) ? hosts.publicUrl : "'self'";
    reply.headers({
      'content-security-policy': await policyOf(file.path, embedder),
      'permissions-policy': NO_PERMISSIONS,
      // Browsers that know frame-ancestors heed that one, as it is the more precise.
      'x-frame-options': 'SAMEORIGIN',
      'x-dns-prefetch-control': 'off',
    });
    if (!(await sendFile(request, reply, file))) return reply.callNotFound();
    return reply;
  });
}
