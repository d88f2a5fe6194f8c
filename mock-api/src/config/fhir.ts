/** Settings of the connection to the hospital's FHIR server. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type EnvironmentReader, HTTP } from 'server-kit/environment';
import { ALL_LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';

export interface FhirSettings {
  /** Address of the FHIR R4 server, without a trailing slash. */
  baseUrl: string;
  /** As registered with the hospital's authorization server. */
  clientId: string;
  /** P-384 or RSA. */
  privateKey: KeyObject;
  /** System of the identifier that is the wristband's code. */
  identifierSystem: string;
  /** System of the identifier that is the hospital's own record number; undefined: none is looked for. */
  recordSystem: string | undefined;
  /** How often each record is read, in seconds. */
  pollSeconds: number;
  /** Shared with what sends notifications; undefined: none are accepted. */
  notifySecret: string | undefined;
}

const DEFAULT_POLL_S = 60;
/** As strong as 128 bits. */
const LEAST_RSA_BITS = 3_072;

/** Returns whether tokens may be sent there: over https, or to this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isLocal) && username === '' && password === '';
}

const isUsable = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean =>
  type === 'ec'
    ? details?.namedCurve === 'secp384r1'
    : type === 'rsa' && (details?.modulusLength ?? 0) >= LEAST_RSA_BITS;

function readKey(env: EnvironmentReader, file: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (isUsable(key)) return key;
  } catch {
    // The problem below covers it.
  }
  env.problems.push(
    `FHIR_PRIVATE_KEY_FILE ${file} must be readable and hold a private key (PEM): P-384, or RSA of 3,072 bits or more`,
  );
  return undefined;
}

const NEEDED = {
  FHIR_BASE_URL: 'address of the FHIR R4 server',
  FHIR_CLIENT_ID: 'the client that its authorization server knows',
  FHIR_PRIVATE_KEY_FILE: "file with the client's private key",
  FHIR_IDENTIFIER_SYSTEM: "system of the wristband code among a patient's identifiers",
} as const;

/** Reads the connection to a FHIR server. Returns undefined if all of its settings are absent. */
export function readFhir(env: EnvironmentReader): FhirSettings | undefined {
  const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  const pollSeconds = env.count('FHIR_POLL_SECONDS', DEFAULT_POLL_S);
  const rule = '32 to 128 visible characters';
  const notifySecret = env.matching('FHIR_NOTIFY_SECRET', /^[\x21-\x7e]{32,128}$/, rule);
  if (names.every((name) => env.text(name) === undefined) && notifySecret === undefined) return undefined;
  for (const name of names) if (env.text(name) === undefined) env.problems.push(`${name} is missing: ${NEEDED[name]}`);
  const baseUrl = env.url('FHIR_BASE_URL', HTTP)?.replace(/\/+$/, '') ?? '';
  if (baseUrl !== '' && (!isSafeAddress(baseUrl) || /[?#]/.test(baseUrl)))
    env.problems.push('FHIR_BASE_URL must be an address that starts with https://, without a password or query');
  const clientId = env.matching('FHIR_CLIENT_ID', /^[\x21-\x7e]{1,200}$/, 'visible characters') ?? '';
  const systemOf = (name: string) =>
    env.matching(name, /^[^\s|,$\\]{1,200}$/, 'an address or URN, without a comma or |');
  const identifierSystem = systemOf('FHIR_IDENTIFIER_SYSTEM') ?? '';
  const recordSystem = systemOf('FHIR_RECORD_SYSTEM');
  const file = env.text('FHIR_PRIVATE_KEY_FILE');
  const privateKey = file === undefined ? undefined : readKey(env, file);
  if (privateKey === undefined) return undefined;
  return { baseUrl, clientId, privateKey, identifierSystem, recordSystem, pollSeconds, notifySecret };
}

const NameIn = Type.String({ minLength: 1 });
const Others = Object.fromEntries(ALL_LANGUAGES.map((locale) => [locale, Type.Optional(NameIn)]));
const Name = Type.Object({ ...(Others as Record<Language, Type.TOptional<typeof NameIn>>), en: NameIn, fr: NameIn });
/** System -> code -> plain name. */
const NamesTable = Type.Record(Type.String(), Type.Record(Type.String(), Name));
export type NamesTable = Static<typeof NamesTable>;

/** Reads a setting's file. Adds a sentence to `problems` and returns undefined if it isn't JSON. */
export function readJsonFile(setting: string, file: string, problems: string[]): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    problems.push(`${setting} ${file} ${error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'}`);
    return undefined;
  }
}

/** Reads a file of names; empty without one. Invalid files are added to the reader's problems. */
export function readNames(env: EnvironmentReader, setting: 'FHIR_NAMES_FILE' | 'HL7_NAMES_FILE'): NamesTable {
  const file = env.text(setting);
  const table = file === undefined ? {} : readJsonFile(setting, file, env.problems);
  if (Check(NamesTable, table)) return table;
  if (table !== undefined)
    env.problems.push(`${setting} ${file} must hold {"SYSTEM": {"CODE": {"en": "…", "fr": "…"}}}`);
  return {};
}
