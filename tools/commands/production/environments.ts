import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { teamsFile } from 'gateway/trust/teams';
import { withSecretFrom } from 'server-kit/outside/secret-files';
import { dataRoot, deployRoot } from 'server-kit/paths';
import { choosePorts, type Ports } from '../running/ports.ts';

/** A process of the product that a machine can run. */
export type Part = 'api' | 'recorder' | 'gateway';
export const PARTS: readonly Part[] = ['api', 'recorder', 'gateway'];

type Settings = Record<string, string>;

/** Secrets, and the processes that need them. */
const SECRETS: readonly { name: RegExp; parts: readonly Part[] }[] = [
  { name: /^(DATABASE_URL|SURVEY_TOKEN_KEY)$/, parts: ['api', 'recorder'] },
  { name: /^(RECORDER_DATABASE_URL|AUTHORIZER_KEY)$/, parts: ['recorder'] },
  { name: /^RECORDER_AUTHORIZER$/, parts: ['recorder', 'gateway'] },
  { name: /^(GATEWAY_DATABASE_URL|TLS_KEY_FILE)$/, parts: ['gateway'] },
  { name: /^(SMTP_URL|SMS_WEBHOOK_URL|TWILIO_.+|VAPID_PRIVATE_KEY)$/, parts: ['api'] },
  { name: /^(FHIR_(PRIVATE_KEY_FILE|NOTIFY_SECRET)|STAFF_OIDC_.+_(CLIENT_SECRET|SCIM_TOKEN))$/, parts: ['api'] },
  { name: /^((RECORDER_)?DATABASE_OWNER_URL|SIGNING_KEY_FILE)$/, parts: [] },
];

/** Returns whether a process may have a setting. */
export const mayHave = (part: Part, setting: string): boolean =>
  [setting, setting.replace(/_FILE$/, '')].every((one) =>
    SECRETS.every(({ name, parts }) => !name.test(one) || parts.includes(part)),
  );

/** Returns the settings with the secrets of other processes emptied. */
const withoutForeign = (part: Part, settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, mayHave(part, name) ? value : '']));

/** How to call a process on its own machine: by https or not, and with which certificate if it asks for one. */
export function localTls(part: Part, env: NodeJS.ProcessEnv): { isSecure: boolean; certificate?: LocalCertificate } {
  if (part === 'gateway') return { isSecure: Boolean(env.TLS_CERT_FILE) };
  const { INTERNAL_CERT_FILE: certFile, INTERNAL_KEY_FILE: keyFile } = env;
  if (!certFile || !keyFile) return { isSecure: false };
  return { isSecure: true, certificate: { cert: readFileSync(certFile), key: readFileSync(keyFile) } };
}

export interface LocalCertificate {
  cert: Buffer;
  key: Buffer;
}

const isWhole = (parts: readonly Part[]) => parts.length > 1;

/** Returns the ports of a machine that runs all parts. A part that runs alone listens on PORT. */
function portsOf(env: NodeJS.ProcessEnv): Ports {
  try {
    return choosePorts(env);
  } catch {
    // Startup reports what is wrong with them.
    return { gateway: 3000, api: 3001, recorder: 3002 };
  }
}

const originOf = (text: string | undefined) => (text !== undefined && URL.canParse(text) ? new URL(text).origin : '');

/** Whether the hospital runs its own recorder elsewhere: pages use RECORDER_URL and none is started here. */
export const hasOwnRecorder = ({ RECORDER_URL }: NodeJS.ProcessEnv): boolean => Boolean(RECORDER_URL);

/**
 * Returns the settings of each process, derived from those of the machine, without secrets that only others need. If it
 * runs all parts, only the gateway is reachable from outside, and surveys go through it.
 */
export function environments(env: NodeJS.ProcessEnv, parts: readonly Part[]): Record<Part, Settings> {
  const ports = portsOf(env);
  const whole = isWhole(parts);
  const given = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const common = { ...given, DEMO_MODE: '0', DEMO_RESET: '0', DEV_MODE: '0', PIN_FALLBACK: '' };
  const data = env.DATA_DIR || join(dataRoot(env), 'data');
  // Only the gateway is reachable from outside.
  const plain = { TLS_CERT_FILE: '', TLS_KEY_FILE: '' };
  const scheme = env.INTERNAL_CERT_FILE ? 'https' : 'http';
  const inside = (port: number) =>
    whole ? { PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXIES: 'loopback' } : {};
  const recorder = withSecretFrom(withoutForeign('recorder', common), 'DATABASE_URL', 'RECORDER_DATABASE_URL');
  return {
    api: {
      ...withoutForeign('api', common),
      ...plain,
      DATA_DIR: data,
      ...inside(ports.api),
      // Where erasures go.
      ...(whole && !hasOwnRecorder(env) && { RECORDER_UPSTREAM: `${scheme}://127.0.0.1:${ports.recorder}` }),
    },
    recorder: {
      ...withSecretFrom(recorder, 'AUTHORIZER_KEY', 'RECORDER_AUTHORIZER'),
      ...plain,
      DATA_DIR: data,
      ALLOWED_ORIGINS: env.ALLOWED_ORIGINS || originOf(env.PUBLIC_URL),
      ...inside(ports.recorder),
    },
    gateway: {
      ...withoutForeign('gateway', common),
      DEPLOY_ROOT: deployRoot(env),
      TEAM_KEYS_FILE: teamsFile(env),
      ...(whole && {
        PORT: String(ports.gateway),
        API_URL: `${scheme}://127.0.0.1:${ports.api}`,
        ...(!hasOwnRecorder(env) && { RECORDER_UPSTREAM: `${scheme}://127.0.0.1:${ports.recorder}` }),
      }),
    },
  };
}
