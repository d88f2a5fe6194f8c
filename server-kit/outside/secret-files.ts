/** Secrets in files, as Docker, Kubernetes, systemd and vault agents provide them: NAME_FILE instead of NAME. */
import { readFileSync, statSync } from 'node:fs';
import { reasonOf } from '../plain-error.ts';

type Settings = Readonly<Record<string, string | undefined>>;

const SECRET =
  /^((RECORDER_|GATEWAY_)?DATABASE_(OWNER_)?URL|SMTP_URL|SMS_WEBHOOK_URL|TWILIO_AUTH_TOKEN|VAPID_PRIVATE_KEY|SURVEY_TOKEN_KEY|RECORDER_AUTHORIZER|AUTHORIZER_KEY|OPERATOR_TOKEN|FHIR_NOTIFY_SECRET|HTTPS?_PROXY|STAFF_OIDC_.+_(CLIENT_SECRET|SCIM_TOKEN))$/;

/** Permission of users who are neither the file's owner nor in its group. */
const OTHERS_MAY_READ = 0o004;

const fileOf = (settings: Settings, name: string): string | undefined =>
  SECRET.test(name) && Object.hasOwn(settings, `${name}_FILE`)
    ? settings[`${name}_FILE`]?.trim() || undefined
    : undefined;

/** Files that were warned about: settings are read more than once. */
const warned = new Set<string>();

function warnIfOpen(name: string, file: string): void {
  if (warned.has(file) || (statSync(file).mode & OTHERS_MAY_READ) === 0) return;
  warned.add(file);
  process.emitWarning(`${name}_FILE names a file that every user of this machine can read: ${file}`);
}

/** Returns a setting, trimmed, and what is wrong with it; an empty one counts as absent. */
export function readSetting(settings: Settings, name: string): { value?: string; problem?: string } {
  const value = settings[name]?.trim();
  const file = fileOf(settings, name);
  if (file === undefined) return value ? { value } : {};
  if (value) return { value, problem: `${name} and ${name}_FILE are both set: leave one out` };
  try {
    const content = readFileSync(file, 'utf8').trim();
    warnIfOpen(name, file);
    return content === '' ? { problem: `${name}_FILE names an empty file: ${file}` } : { value: content };
  } catch (thrown) {
    return { problem: `${name}_FILE names a file that can't be read: ${reasonOf(thrown)}` };
  }
}

/** Returns the settings in which one takes the place of another, if it is set, as a value or a file. */
export function withSecretFrom<Given extends Settings>(settings: Given, name: string, from: string): Given {
  const file = fileOf(settings, from);
  if (!settings[from]?.trim() && file === undefined) return settings;
  return { ...settings, [name]: settings[from] ?? '', [`${name}_FILE`]: file ?? '' };
}
