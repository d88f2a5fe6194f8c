/** Settings of the hospital's feed (HL7 v2 over MLLP). */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { EnvironmentReader } from 'server-kit/environment';
import { isTimeZone } from 'shared-ui/contract/zone';
import { type NamesTable, readNames } from './fhir.ts';

/** A sending application and its facility (MSH-3.1 and MSH-4.1). */
export interface FeedSender {
  application: string;
  facility: string;
}

interface FeedTls {
  cert: string;
  key: string;
  /** Who signs the certificates of senders; undefined: they need none. */
  ca: string | undefined;
}

export interface FeedSettings {
  host: string;
  /** 0: the system chooses one. */
  port: number;
  /** Undefined: connections aren't encrypted. */
  tls: FeedTls | undefined;
  /** Who is accepted; undefined, in a demo only: everyone on the same machine. */
  senders: readonly FeedSender[] | undefined;
  /** Type of the identifier in PID-3 that is the person's. */
  identifierType: string;
  /** IANA name of the zone of times without one. */
  timeZone: string;
  /** The hospital's own names of local codes, by coding system; of codes without one under `L`. */
  names: NamesTable;
}

function readFileOf(env: EnvironmentReader, name: string): string | undefined {
  const file = env.text(name);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    env.problems.push(`${name} ${file} cannot be read`);
    return undefined;
  }
}

function readTls(env: EnvironmentReader): FeedTls | undefined {
  const [cert, key] = [readFileOf(env, 'HL7_CERT_FILE'), readFileOf(env, 'HL7_KEY_FILE')];
  const ca = readFileOf(env, 'HL7_CA_FILE');
  const isNamed = (name: string) => env.text(name) !== undefined;
  if (isNamed('HL7_CERT_FILE') !== isNamed('HL7_KEY_FILE'))
    env.problems.push('HL7_CERT_FILE and HL7_KEY_FILE must both be set, or neither');
  if (isNamed('HL7_CA_FILE') && !isNamed('HL7_CERT_FILE'))
    env.problems.push('HL7_CA_FILE needs HL7_CERT_FILE and HL7_KEY_FILE');
  if (cert === undefined || key === undefined) return undefined;
  try {
    createSecureContext({ cert, key });
    if (ca !== undefined) new X509Certificate(ca);
  } catch {
    env.problems.push(
      'HL7_CERT_FILE, HL7_KEY_FILE and HL7_CA_FILE must hold a certificate, its key and an authority (PEM)',
    );
  }
  return { cert, key, ca };
}

function readSenders(env: EnvironmentReader, isDemo: boolean): FeedSender[] | undefined {
  if (env.text('HL7_SENDERS') === undefined) {
    if (!isDemo) env.problems.push('HL7_SENDERS is missing: whose messages are accepted on HL7_PORT');
    return undefined;
  }
  const rule = 'pairs of application and facility separated by commas, such as ADT/NORTH';
  return env
    .list('HL7_SENDERS', [], (pair) => /^[^/]+\/.+$/.test(pair), rule)
    .map((pair) => {
      const slash = pair.indexOf('/');
      return { application: pair.slice(0, slash).trim(), facility: pair.slice(slash + 1).trim() };
    });
}

/** Reads the zone of times without one: the server's unless it is set. */
function readTimeZone(env: EnvironmentReader): string {
  const zone = env.text('HL7_TIME_ZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(zone))
    env.problems.push(`HL7_TIME_ZONE must be the IANA name of a time zone, such as America/Toronto, not "${zone}"`);
  return zone;
}

/**
 * Reads the feed's settings. Returns undefined without a port: then nothing listens.
 * @param storageKeys keys that messages can be encrypted with
 */
export function readFeed(
  env: EnvironmentReader,
  isDemo: boolean,
  storageKeys: readonly string[],
): FeedSettings | undefined {
  if (env.text('HL7_PORT') === undefined) return undefined;
  if (storageKeys.length === 0)
    env.problems.push('SURVEY_TOKEN_KEY is missing: messages that arrive on HL7_PORT are encrypted with a key from it');
  return {
    host: env.matching('HL7_HOST', /^[A-Za-z0-9.:-]{1,253}$/, 'an address or host name') ?? '127.0.0.1',
    port: env.port('HL7_PORT', 0),
    tls: readTls(env),
    senders: readSenders(env, isDemo),
    identifierType: env.matching('HL7_IDENTIFIER_TYPE', /^[A-Za-z0-9]{1,20}$/, 'letters and digits') ?? 'MR',
    timeZone: readTimeZone(env),
    names: readNames(env, 'HL7_NAMES_FILE'),
  };
}
