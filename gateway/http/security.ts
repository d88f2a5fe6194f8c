import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isHttps } from 'server-kit/http';
import type { GatewayConfig } from './config.ts';
import { sendError } from './messages.ts';

/** Permissions of a page: camera for the wristband, full screen and autoplay for the tutorial, passkeys to sign in. */
const PERMISSIONS = [
  'camera=(self)',
  'fullscreen=(self)',
  'autoplay=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'accelerometer=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'serial=()',
  'usb=()',
].join(', ');

/** The same list with nothing allowed, for a frame that may use none of it. */
export const NO_PERMISSIONS = PERMISSIONS.replaceAll('(self)', '()');

/** What browsers apply to a document, and to nothing else. */
const FOR_DOCUMENTS = {
  'permissions-policy': PERMISSIONS,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

const ONE_YEAR_S = 31_536_000;

/** What the policy needs of a test version. */
interface TestSources {
  fileSource: string;
  override: { url: string };
  /** Sources of its scripts besides this origin. */
  scriptSources: readonly string[];
}

interface PolicySources {
  /** Origins that pages may call besides this one. */
  connect: readonly string[];
  /** Origin of guest frames, if it isn't this one. */
  guests: string | undefined;
  /** Hashes of the page's inline scripts. */
  inlineScripts?: string[];
  /** Hashes of the page's inline styles. */
  inlineStyles?: string[];
  /** Whether the page's styles contain fonts. */
  hasFonts?: boolean;
  /** The version that a team has signed for this browser only. */
  test?: TestSources | undefined;
  /** Whether a page of this origin may show it in a frame. */
  isFramed?: boolean;
}

/** Returns the origins that pages may call by the settings: the recorder's, and those listed by the operator. */
function connectOrigins({ recorder, connectOrigins }: Pick<GatewayConfig, 'recorder' | 'connectOrigins'>): string[] {
  return [new URL(recorder.url).origin, ...connectOrigins];
}

/** Returns what a page may use from a developer's server, which only the browser reaches: its scripts and events. */
function developerSources(test: TestSources | undefined): { scripts: readonly string[]; origins: string[] } {
  if (test?.fileSource !== 'from the browser') return { scripts: [], origins: [] };
  return { scripts: test.scriptSources, origins: [new URL(test.override.url).origin] };
}

/**
 * Returns the policy sources of a gateway.
 * @param approved origins that remotes name and the operator has approved
 */
export const policySources = (
  config: GatewayConfig,
  approved: readonly string[] = [],
): Pick<PolicySources, 'connect' | 'guests'> => ({
  connect: [...connectOrigins(config), ...approved],
  guests: config.guestOrigin,
});

/**
 * Returns the Content-Security-Policy. Scripts come from this origin only, including those of remotes on other servers,
 * which the gateway fetches; scripts under development are allowed by their hashes. Calls go to this origin, and to
 * those that the operator lists or has approved for a remote.
 */
export function contentSecurityPolicy({
  connect,
  guests,
  inlineScripts = [],
  inlineStyles = [],
  hasFonts = false,
  test,
  isFramed = false,
}: PolicySources): string {
  const developer = developerSources(test);
  const list = (name: string, ...sources: string[]) => [name, ...new Set(sources)].join(' ');
  return [
    "default-src 'none'",
    list('script-src', "'self'", ...developer.scripts, ...inlineScripts),
    // styled-components creates an empty style element and fills it through the CSSOM.
    list('style-src', "'self'", cspHash(''), ...inlineStyles),
    "img-src 'self' data: blob:",
    list('font-src', "'self'", ...(hasFonts ? ['data:'] : [])),
    list('connect-src', "'self'", ...connect, ...developer.origins),
    "media-src 'self' blob: mediastream:",
    "manifest-src 'self'",
    "worker-src 'self'",
    list('frame-src', "'self'", ...(guests === undefined ? [] : [guests])),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "object-src 'none'",
  ].join('; ');
}

/**
 * Returns the headers of every response. Strict-Transport-Security is included only for https.
 * @param isDocument false leaves out what has no effect in scripts, pictures and other parts of a page
 */
export function securityHeaders(https: boolean, isDocument = true): Record<string, string> {
  return {
    ...(isDocument ? FOR_DOCUMENTS : {}),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': `max-age=${ONE_YEAR_S}; includeSubDomains` } : {}),
  };
}

/** Returns the source by which a policy allows an inline style or script. */
export const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the CSP hashes of a page's inline scripts, except data blocks. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi);
  return [...scripts]
    .filter(
      ([, attributes = '']) =>
        !/\bsrc\s*=/i.test(attributes) && !/\btype\s*=\s*["']?application\/json/i.test(attributes),
    )
    .map(([, , text = '']) => cspHash(text));
}

/** Files that browsers render as a document of this origin. A remote's are sandboxed so they can't act as one. */
export const DOCUMENTS = /\.(html|svg|xml)$/i;
const PUBLISHED = /^\/(shell|remotes)\//;
/** Path of the guest frame document, followed by the version of its shell. */
export const GUEST_PATH = '/guest/';

/** Returns whether a response is a published file that browsers never render as a document. */
const isPartOfPage = ({ routeOptions, url }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 && PUBLISHED.test(routeOptions.url ?? '') && !DOCUMENTS.test(url.split('?', 1)[0] ?? '');

/** Returns whether a request is for the host name of guest frames. */
export const isForGuests = ({ headers }: FastifyRequest, { guestOrigin }: Pick<GatewayConfig, 'guestOrigin'>) =>
  guestOrigin !== undefined && headers.host?.toLowerCase() === new URL(guestOrigin).host;

/**
 * Returns whether a page is for a frame of this origin: a pane of the demo's "Side by side". Elsewhere, no page is shown
 * in one.
 */
export const isPane = ({ headers, is404 }: FastifyRequest, { demo }: Pick<GatewayConfig, 'demo'>): boolean =>
  demo && is404 && headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin';

interface Options {
  config: GatewayConfig;
  /** Returns the policy of every response except pages. */
  policy(): string;
}

/** Adds the security headers to every response, and serves nothing but guest frames on their host name. */
export const security = fastifyPlugin(async (app: FastifyInstance, { config, policy }: Options) => {
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy());
    // Only frames set some of these headers themselves; headers from the API are overwritten.
    const setsOwn = request.routeOptions.url?.startsWith(GUEST_PATH) === true || isPane(request, config);
    const isDocument = !isPartOfPage(request, reply);
    for (const [name, value] of Object.entries(securityHeaders(isHttps(request), isDocument)))
      if (!setsOwn || !reply.hasHeader(name)) reply.header(name, value);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isForGuests(request, config) && !request.url.startsWith(GUEST_PATH))
      return sendError(request, reply, 404, 'NOT_FOUND');
  });
});
