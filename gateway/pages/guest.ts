import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../http/config.ts';
import { sendFile } from '../http/respond.ts';
import { inlineScriptHashes, NO_PERMISSIONS } from '../http/security.ts';
import type { PublishedFiles } from '../registry/published.ts';

/** Path of the guest frame document, followed by the version of its shell. */
export const GUEST_PATH = '/guest/';
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

type Hosts = Pick<GatewayConfig, 'guestOrigin' | 'publicUrl'>;

/** Returns whether a request is for the host name of guest frames. */
const isForGuests = ({ headers }: FastifyRequest, { guestOrigin }: Hosts): boolean =>
  guestOrigin !== undefined && headers.host?.toLowerCase() === new URL(guestOrigin).host;

/** Returns whether a request to that host name is for anything but a guest frame: it serves nothing else. */
export const isOutsideOfGuests = (request: FastifyRequest, hosts: Hosts): boolean =>
  isForGuests(request, hosts) && !request.url.startsWith(GUEST_PATH);

/** Serves the guest frame document of every published shell to the pages of this deployment. */
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
      // Browsers that support frame-ancestors apply that directive instead, as it is more precise.
      'x-frame-options': 'SAMEORIGIN',
      'x-dns-prefetch-control': 'off',
    });
    if (!(await sendFile(request, reply, file))) return reply.callNotFound();
    return reply;
  });
}
