import { isIP } from 'node:net';
import { relative, resolve } from 'node:path';
import { deployRoot, REPO } from '../common/paths.ts';
import { PlainError } from '../common/plain-error.ts';
import { teamsFile } from '../trust/teams.ts';
import type { TlsFiles } from './operation/tls.ts';
import { RECORDER_PATH } from './proxy.ts';

/** The gateway's settings, read from the environment. */
export interface GatewayConfig {
  /** 0 lets the operating system choose. */
  port: number;
  host: string;
  /** Origins of the API's processes; at least one. */
  apiUrls: readonly string[];
  recorder: {
    /** URL at which browsers reach the survey recorder. */
    url: string;
    authorizer: string;
    retention: 'drop' | 'keep';
  };
  /** Origins of the recorder's processes if the gateway forwards surveys; empty if browsers reach it directly. */
  recorderUpstreams: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers are trusted, as addresses or networks; empty trusts none. */
  trustedProxies: readonly string[];
  /** Files for https; when absent, the gateway serves http, behind a proxy or in a demo. */
  tls?: TlsFiles;
  /** Origins of the hospital's own services that remotes may call, besides the API and the recorder. */
  connectOrigins: readonly string[];
  deployRoot: string;
  brandFile: string;
  demo: boolean;
  /** Whether invited people need an email address of an approved domain; the API reads the same setting. */
  invitedDomains: 'approved' | 'any';
  /** Dial codes of the countries that the hospital texts, without the plus sign; all countries if absent. */
  textCountries?: readonly string[];
  /** Dev mode: pages are notified of every new registry revision immediately. */
  dev: boolean;
  /** Whether signed links may give a browser a test version. */
  overrides: boolean;
  /** Origin at which people reach this gateway; links to test versions use it. */
  publicUrl: string;
  /**
   * Origin on a second host name of this gateway, used only for guest frames. When absent, they use the pages' origin.
   */
  guestOrigin?: string;
  /** Origins of all gateways of this deployment, with or without this one; empty for a single gateway. */
  gateways: readonly string[];
  /** File with the teams' public keys. */
  teamsFile: string;
}

const MAX_PORT = 65_535;
const YES = ['1', 'true', 'on', 'yes'];
const NO = ['0', 'false', 'off', 'no'];

/** Lists every invalid setting of the gateway. */
export class SettingsError extends PlainError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The gateway can't start: ${problems.join('; ')}.`);
    this.problems = problems;
  }
}

/** Reads and validates the environment. @throws SettingsError */
export function readConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const problems: string[] = [];
  const demo = readFlag(env, 'DEMO_MODE', true, problems);
  const port = readPort(env, 'PORT', 3000, problems);
  const publicUrl = readPublicUrl(env, demo ? `http://localhost:${port}` : undefined, problems);
  const tls = readTlsFiles(env, problems);
  const passesOn = Boolean(env.RECORDER_UPSTREAM);
  const guestOrigin = readGuestOrigin(env, publicUrl, problems);
  const textCountries = readDialCodes(env, demo, problems);
  const config: GatewayConfig = {
    port,
    // Listens on both loopback addresses. Set 0.0.0.0 in a container or behind a reverse proxy on another machine.
    host: env.HOST || 'localhost',
    apiUrls: readOrigins(env, 'API_URL', 'http://127.0.0.1:3001', problems),
    recorder: readRecorder(env, demo, passesOn && { publicUrl }, problems),
    recorderUpstreams: passesOn ? readOrigins(env, 'RECORDER_UPSTREAM', '', problems) : [],
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', problems),
    ...(tls === undefined ? {} : { tls }),
    connectOrigins: env.CONNECT_ORIGINS ? readOrigins(env, 'CONNECT_ORIGINS', '', problems) : [],
    deployRoot: deployRoot(env),
    brandFile: brandFile(env),
    demo,
    invitedDomains: readInvitedDomains(env, demo, problems),
    ...(textCountries === undefined ? {} : { textCountries }),
    dev: readFlag(env, 'DEV_MODE', false, problems),
    overrides: readFlag(env, 'ALLOW_OVERRIDES', false, problems),
    publicUrl: publicUrl?.origin ?? '',
    ...(guestOrigin === undefined ? {} : { guestOrigin }),
    gateways: env.GATEWAYS ? readOrigins(env, 'GATEWAYS', '', problems) : [],
    teamsFile: teamsFile(env),
  };
  if (config.recorder.authorizer === '') problems.push('RECORDER_AUTHORIZER is missing');
  if (problems.length > 0) throw new SettingsError(problems);
  return config;
}

/** @param gateway where browsers reach this gateway, if known; false unless it forwards surveys */
function readRecorder(
  env: NodeJS.ProcessEnv,
  demo: boolean,
  gateway: { publicUrl: URL | undefined } | false,
  problems: string[],
): GatewayConfig['recorder'] {
  const here = gateway && new URL(RECORDER_PATH, gateway.publicUrl ?? 'http://localhost').href;
  return {
    url: readUrl(env, 'RECORDER_URL', here || (demo ? 'http://localhost:3002/' : undefined), problems)?.href ?? '',
    authorizer: env.RECORDER_AUTHORIZER || (demo ? 'demo-recorder-key' : ''),
    retention: readRetention(env, demo, problems),
  };
}

/** Outside a demo, phones need https: the camera, the service worker and passkeys require it. */
function readPublicUrl(env: NodeJS.ProcessEnv, fallback: string | undefined, problems: string[]): URL | undefined {
  const url = readUrl(env, 'PUBLIC_URL', fallback, problems);
  const isHere = url !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (fallback === undefined && url?.protocol === 'http:' && !isHere)
    problems.push('PUBLIC_URL must be an address that starts with https://');
  return url;
}

function readTlsFiles(env: NodeJS.ProcessEnv, problems: string[]): TlsFiles | undefined {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env;
  if (!certFile && !keyFile) return undefined;
  if (!certFile) problems.push('TLS_CERT_FILE is missing: the key in TLS_KEY_FILE needs a certificate');
  if (!keyFile) problems.push('TLS_KEY_FILE is missing: the certificate in TLS_CERT_FILE needs its key');
  return { certFile: resolve(REPO, certFile ?? ''), keyFile: resolve(REPO, keyFile ?? '') };
}

/** Returns whether a text is an address, a network, or one of the web framework's names for networks. */
function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

function readNetworks(env: NodeJS.ProcessEnv, name: string, problems: string[]): string[] {
  const items = (env[name] ?? '').split(',').flatMap((item) => item.trim() || []);
  if (!items.every(isNetwork))
    problems.push(`${name} must be loopback, addresses or networks separated by commas, such as 10.0.0.0/8`);
  return items;
}

/** Returns the path of the white-label file, even when other settings are invalid. */
export const brandFile = (env: NodeJS.ProcessEnv): string => resolve(REPO, env.BRAND_FILE || 'shell/brand.json');

/** Returns a path as shown in messages: relative to the repository when inside it. */
export function shownPath(path: string): string {
  const inside = relative(REPO, path);
  return inside.startsWith('..') ? path : inside;
}

/** Reads whether the recorder keeps survey answers. A demo drops them by default. */
function readRetention(env: NodeJS.ProcessEnv, demo: boolean, problems: string[]): 'drop' | 'keep' {
  const value = env.SURVEY_RETENTION || (demo ? 'drop' : 'keep');
  if (value === 'keep' || value === 'drop') return value;
  problems.push(`SURVEY_RETENTION must be keep or drop, not "${value}"`);
  return 'drop';
}

/** Reads which invited people the API admits without a review. A demo admits only approved domains by default. */
function readInvitedDomains(env: NodeJS.ProcessEnv, demo: boolean, problems: string[]): 'approved' | 'any' {
  const value = env.INVITED_DOMAINS?.trim() || (demo ? 'approved' : 'any');
  if (value === 'approved' || value === 'any') return value;
  problems.push(`INVITED_DOMAINS must be approved or any, not "${value}"`);
  return 'approved';
}

/** Must match the API: the phone field offers the countries whose numbers the API accepts. */
function readDialCodes(env: NodeJS.ProcessEnv, demo: boolean, problems: string[]): readonly string[] | undefined {
  const value = env.TEXT_COUNTRIES?.trim() || (demo ? undefined : '+1');
  if (value === undefined) return undefined;
  const codes = value.split(',').flatMap((code) => code.trim() || []);
  if (codes.length === 0 || !codes.every((code) => /^\+[1-9][0-9]{0,3}$/.test(code)))
    problems.push('TEXT_COUNTRIES must be dial codes separated by commas, such as +1,+33');
  return codes.map((code) => code.replace('+', ''));
}

function readFlag(env: NodeJS.ProcessEnv, name: string, fallback: boolean, problems: string[]): boolean {
  const value = env[name]?.toLowerCase();
  if (value === undefined || value === '') return fallback;
  if (!YES.includes(value) && !NO.includes(value)) problems.push(`${name} must be 1 or 0, not "${value}"`);
  return YES.includes(value);
}

/** Reads a TCP port from the environment; adds any problem to `problems`. */
export function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number, problems: string[]): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= MAX_PORT) return port;
  problems.push(`${name} must be a port from 0 to ${MAX_PORT}, not "${value}"`);
  return fallback;
}

/** Reads comma-separated origins; adds at most one problem for the setting. */
function readOrigins(env: NodeJS.ProcessEnv, name: string, fallback: string, problems: string[]): string[] {
  const own: string[] = [];
  const values = (env[name] || fallback).split(',').map((value) => value.trim());
  const urls = values.map((value) => readUrl({ [name]: value }, name, undefined, own)?.origin ?? '');
  problems.push(...own.slice(0, 1));
  return urls;
}

/** Requires another host name: ports of one host share cookies and permissions. */
function readGuestOrigin(env: NodeJS.ProcessEnv, page: URL | undefined, problems: string[]): string | undefined {
  const url = env.GUEST_ORIGIN ? readUrl(env, 'GUEST_ORIGIN', undefined, problems) : undefined;
  if (url !== undefined && url.hostname === page?.hostname)
    problems.push('GUEST_ORIGIN must be an address with another host name than PUBLIC_URL');
  return url?.origin;
}

/** Omits the value from the problem: a URL may contain a password. */
function readUrl(env: NodeJS.ProcessEnv, name: string, fallback: string | undefined, problems: string[]) {
  const value = env[name] || fallback;
  if (value === undefined) {
    problems.push(`${name} is missing`);
    return undefined;
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  problems.push(`${name} must be an address that starts with http:// or https://`);
  return undefined;
}
