import { createHash } from 'node:crypto';
import type { GatewayConfig } from './config.ts';
import type { TestVersion } from './override/test-version.ts';

/** The hash of an empty text: styled-components makes an empty style element and fills it through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** What a page may use: its own camera, for the wristband, full screen and autoplay for the tutorial, and passkeys to sign in. */
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

/** The same list, with nothing allowed: for a frame that may use none of it. */
export const NO_PERMISSIONS = PERMISSIONS.replaceAll('(self)', '()');

const ONE_YEAR_S = 31_536_000;

export interface PolicySources {
  /** Origins that pages may call besides this one. */
  connect: readonly string[];
  /** Where frames of guests come from, if not from this origin. */
  guests: string | undefined;
  /** Hashes of the inline scripts of this very page. */
  inlineScripts?: string[];
  /** The version that a team has signed for this browser alone. */
  test?: TestVersion | undefined;
}

/** Origins that pages may call: the recorder's, and what the operator lists for the house's own services. */
function connectOrigins({ recorder, connectOrigins }: Pick<GatewayConfig, 'recorder' | 'connectOrigins'>): string[] {
  return [new URL(recorder.url).origin, ...connectOrigins];
}

/** What a page needs of a server that only its browser reaches, a developer's own: to run these scripts, and to hear of the next build. */
function ofDeveloper(test: TestVersion | undefined): { scripts: string[]; origins: string[] } {
  if (test?.way !== 'from the browser') return { scripts: [], origins: [] };
  return { scripts: test.scripts.map((hash) => `'${hash}'`), origins: [new URL(test.override.url).origin] };
}

/** What the settings say of policies. */
export const policySources = (config: GatewayConfig): Pick<PolicySources, 'connect' | 'guests'> => ({
  connect: connectOrigins(config),
  guests: config.guestOrigin,
});

/**
 * The Content-Security-Policy. Scripts come from this origin alone, remotes of other servers too, which the gateway fetches, and
 * those of a developer at work by their hashes; calls go there and to the origins that the operator lists.
 */
export function contentSecurityPolicy({ connect, guests, inlineScripts = [], test }: PolicySources): string {
  const developer = ofDeveloper(test);
  const list = (name: string, ...sources: string[]) => [name, ...new Set(sources)].join(' ');
  return [
    "default-src 'none'",
    list('script-src', "'self'", ...developer.scripts, ...inlineScripts),
    list('style-src', "'self'", EMPTY_STYLE),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    list('connect-src', "'self'", ...connect, ...developer.origins),
    "media-src 'self' blob: mediastream:",
    "manifest-src 'self'",
    "worker-src 'self'",
    list('frame-src', "'self'", ...(guests === undefined ? [] : [guests])),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The headers of every answer, whatever it is. Strict-Transport-Security only where a proxy spoke https. */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': `max-age=${ONE_YEAR_S}; includeSubDomains` } : {}),
  };
}

/** CSP hashes of the scripts that stand in a page, data blocks excepted. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi);
  return [...scripts]
    .filter(
      ([, attributes = '']) =>
        !/\bsrc\s*=/i.test(attributes) && !/\btype\s*=\s*["']?application\/json/i.test(attributes),
    )
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
