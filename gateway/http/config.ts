import { isIP } from 'node:net';
import { relative, resolve } from 'node:path';
import {
  ConfigError,
  EnvironmentReader,
  HTTP,
  readEmailFormat,
  readHospitalTimeZone,
  readIdleMinutes,
  readInvitedDomains,
  readPasswordRule,
  readPinDigits,
  readProviderNames,
  readSurveyTokenMode,
  readTextCountries,
} from 'server-kit/environment';
import { type OperatorAccess, readOperatorAccess } from 'server-kit/http';
import { type ForwardProxy, readForwardProxy } from 'server-kit/outside/forward-proxy';
import { deployRoot, REPO } from 'server-kit/paths';
import type { TlsFiles } from 'server-kit/tls/files';
import { type InternalTls, readInternalOrigins, readInternalTls } from 'server-kit/tls/internal';
import { readTracing, type TraceSettings } from 'server-kit/tracing/tracing';
import type { EmailFormat, PasswordRule } from 'shared-ui/contract';
import { teamsFile } from '../trust/teams.ts';

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
  /** Whether pages send a token with each survey. */
  surveyTokens: boolean;
  /** Origins of the recorder's processes if the gateway forwards surveys; empty if browsers reach it directly. */
  recorderUpstreams: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers are trusted, as addresses or networks; empty trusts none. */
  trustedProxies: readonly string[];
  /** Files for https; when absent, the gateway serves http, behind a proxy or in a demo. */
  tls?: TlsFiles;
  /** For calls to the API and the recorder; when absent, they are verified by what Node trusts, or plain http. */
  internalTls?: InternalTls;
  /** Origins of the hospital's own services that remotes may call, besides the API and the recorder. */
  connectOrigins: readonly string[];
  deployRoot: string;
  brandFile: string;
  demo: boolean;
  /** Whether invited people need an email address of an approved domain; the API reads the same setting. */
  invitedDomains: 'approved' | 'any';
  /** Which email addresses forms accept; the API reads the same setting. */
  emailFormat: EmailFormat;
  passwordRule: PasswordRule;
  pinDigits: 4 | 6;
  /** Countries and dial codes that the hospital texts, see `readTextCountries`; all countries if absent. */
  textCountries?: readonly string[];
  /** Minutes without use after which the API ends a session; it reads the same setting. */
  sessionIdleMinutes: number;
  /** IANA name of the hospital's time zone, see `readHospitalTimeZone`; the API reads the same setting. */
  timeZone?: string;
  /** Staff's identity providers; the API reads the same settings. */
  signInProviders: readonly { id: string; name: string }[];
  /** Dev mode: pages are notified of every new registry revision immediately. */
  dev: boolean;
  /** Whether pages are preceded by 103 Early Hints; only for a proxy in front that passes them on over HTTP/2 or 3. */
  earlyHints: boolean;
  /** Whether signed links may give a browser a test version. */
  overrides: boolean;
  /** Whether links to builds under development may be signed with any key, if they come from this machine. */
  acceptsLocalKeys: boolean;
  /** What teams' developers may do from their own machines, see `localWork`. */
  localWork: 'off' | 'read' | 'write';
  /** Who may read metrics and details of health. */
  operators: OperatorAccess;
  /** Connections that one network address may have open; trusted proxies and generous networks have no limit. */
  connectionsPerAddress: number;
  /** Calls that may be open at each process of the API and the recorder. */
  callsPerProcess: number;
  /** Networks of the hospital without limits per address; the API reads the same setting. */
  generousNetworks: readonly string[];
  /** Origin at which people reach this gateway; links to test versions use it. */
  publicUrl: string;
  /**
   * Origin on a second host name of this gateway, used only for guest frames. When absent, they use the pages' origin.
   */
  guestOrigin?: string;
  /** Origins of all gateways of this deployment, with or without this one; empty for a single gateway. */
  gateways: readonly string[];
  /** Database in which several gateways keep what is published; absent for gateways on one machine. */
  databaseUrl?: string;
  teamsFile: string;
  /** For calls to other organizations; absent: they leave directly. */
  forwardProxy?: ForwardProxy;
  /** Where traces go; absent: nowhere. */
  tracing?: TraceSettings;
}

/** Path to which pages post their surveys when the recorder is behind this gateway. */
export const RECORDER_PATH = '/recorder/';

/** Reads and validates the environment. @throws ConfigError */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const env = new EnvironmentReader(environment);
  const demo = env.flag('DEMO_MODE', true);
  const port = env.port('PORT', 3000);
  const publicUrl = readPublicUrl(env, demo ? `http://localhost:${port}` : undefined);
  const tls = readTlsFiles(env);
  const internalTls = readInternalTls(env);
  const forwardsSurveys = env.text('RECORDER_UPSTREAM') !== undefined;
  const guestOrigin = readGuestOrigin(env, publicUrl);
  const textCountries = readTextCountries(env, demo);
  const timeZone = readHospitalTimeZone(env, demo);
  const tracing = readTracing(env);
  const databaseUrl = env.database('GATEWAY_DATABASE_URL');
  const forwardProxy = readForwardProxy(env);
  // Listens on both loopback addresses. Set 0.0.0.0 in a container or behind a reverse proxy on another machine.
  const host = env.text('HOST') ?? 'localhost';
  // A demo that no other machine can reach is open to the developers on its own.
  const isLocalDemo = demo && isLoopbackHost(host) && publicUrl !== undefined && isLoopbackHost(publicUrl.hostname);
  const overrides = env.flag('ALLOW_OVERRIDES', isLocalDemo);
  const config: GatewayConfig = {
    port,
    host,
    apiUrls: readInternalOrigins(env, 'API_URL', internalTls, ['http://127.0.0.1:3001']),
    recorder: readRecorder(env, demo, forwardsSurveys && { publicUrl }),
    surveyTokens: readSurveyTokenMode(env, demo) !== 'off',
    recorderUpstreams: readInternalOrigins(env, 'RECORDER_UPSTREAM', internalTls),
    trustedProxies: env.list(
      'TRUSTED_PROXIES',
      [],
      isNetwork,
      'loopback, addresses or networks separated by commas, such as 10.0.0.0/8',
    ),
    ...(tls === undefined ? {} : { tls }),
    ...(internalTls === undefined ? {} : { internalTls }),
    connectOrigins: env.origins('CONNECT_ORIGINS'),
    deployRoot: deployRoot(environment),
    brandFile: brandFile(environment),
    demo,
    invitedDomains: readInvitedDomains(env, demo),
    emailFormat: readEmailFormat(env, demo),
    passwordRule: readPasswordRule(env, demo),
    pinDigits: readPinDigits(env),
    ...(textCountries === undefined ? {} : { textCountries }),
    sessionIdleMinutes: readIdleMinutes(env),
    ...(timeZone === undefined ? {} : { timeZone }),
    signInProviders: readProviderNames(env),
    dev: env.flag('DEV_MODE', false),
    earlyHints: env.flag('EARLY_HINTS', false),
    operators: readOperatorAccess(env, demo),
    connectionsPerAddress: env.count('LIMIT_CONNECTIONS_PER_ADDRESS', 1_000),
    callsPerProcess: env.count('LIMIT_CALLS_PER_PROCESS', 50),
    generousNetworks: env.list(
      'GENEROUS_NETWORKS',
      [],
      isNetwork,
      'addresses or networks separated by commas, such as 203.0.113.0/24',
    ),
    overrides,
    acceptsLocalKeys: isLocalDemo && overrides,
    localWork: env.choice('ALLOW_LOCAL_WORK', ['off', 'read', 'write'], isLocalDemo ? 'write' : 'off'),
    publicUrl: publicUrl?.origin ?? '',
    ...(guestOrigin === undefined ? {} : { guestOrigin }),
    gateways: env.origins('GATEWAYS'),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(forwardProxy === undefined ? {} : { forwardProxy }),
    teamsFile: teamsFile(environment),
    ...(tracing === undefined ? {} : { tracing }),
  };
  if (config.gateways.length > 0 && databaseUrl === undefined)
    env.problems.push('GATEWAY_DATABASE_URL is missing: the gateways in GATEWAYS share what is published through it');
  if (config.recorder.authorizer === '') env.problems.push('RECORDER_AUTHORIZER is missing');
  if (env.problems.length > 0)
    throw new ConfigError(env.problems, `The gateway can't start: ${env.problems.join('; ')}.`);
  return config;
}

/** @param gateway where browsers reach this gateway, if known; false unless it forwards surveys */
function readRecorder(
  env: EnvironmentReader,
  demo: boolean,
  gateway: { publicUrl: URL | undefined } | false,
): GatewayConfig['recorder'] {
  const here = gateway && new URL(RECORDER_PATH, gateway.publicUrl ?? 'http://localhost').href;
  return {
    url: readUrl(env, 'RECORDER_URL', here || (demo ? 'http://localhost:3002/' : undefined))?.href ?? '',
    authorizer: env.text('RECORDER_AUTHORIZER') ?? (demo ? 'demo-recorder-key' : ''),
    retention: env.choice('SURVEY_RETENTION', ['keep', 'drop'], demo ? 'drop' : 'keep'),
  };
}

export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|::1|\[::1\])$/.test(host);

/** Outside a demo, phones need https: the camera, the service worker and passkeys require it. */
function readPublicUrl(env: EnvironmentReader, fallback: string | undefined): URL | undefined {
  const url = readUrl(env, 'PUBLIC_URL', fallback);
  const isHere = url !== undefined && isLoopbackHost(url.hostname);
  if (fallback === undefined && url?.protocol === 'http:' && !isHere)
    env.problems.push('PUBLIC_URL must be an address that starts with https://');
  return url;
}

/** Requires another host name: ports of one host share cookies and permissions. */
function readGuestOrigin(env: EnvironmentReader, page: URL | undefined): string | undefined {
  const address = env.url('GUEST_ORIGIN', HTTP);
  const url = address === undefined ? undefined : new URL(address);
  if (url !== undefined && url.hostname === page?.hostname)
    env.problems.push('GUEST_ORIGIN must be an address with another host name than PUBLIC_URL');
  return url?.origin;
}

/** Reads an http address; one without a fallback is required. */
function readUrl(env: EnvironmentReader, name: string, fallback: string | undefined): URL | undefined {
  const isSet = env.text(name) !== undefined;
  if (!isSet && fallback === undefined) env.problems.push(`${name} is missing`);
  const value = isSet ? env.url(name, HTTP) : fallback;
  return value === undefined ? undefined : new URL(value);
}

function readTlsFiles(env: EnvironmentReader): TlsFiles | undefined {
  const [certFile, keyFile] = [env.text('TLS_CERT_FILE'), env.text('TLS_KEY_FILE')];
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined)
    env.problems.push('TLS_CERT_FILE is missing: the key in TLS_KEY_FILE needs a certificate');
  if (keyFile === undefined)
    env.problems.push('TLS_KEY_FILE is missing: the certificate in TLS_CERT_FILE needs its key');
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

/** Returns the path of the white-label file, even when other settings are invalid. */
export const brandFile = (env: NodeJS.ProcessEnv): string => resolve(REPO, env.BRAND_FILE || 'shell/brand.json');

/** Returns a path as shown in messages: relative to the repository when inside it. */
export function shownPath(path: string): string {
  const inside = relative(REPO, path);
  return inside.startsWith('..') ? path : inside;
}
