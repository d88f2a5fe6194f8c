/** The demo's hospital: a FHIR server in this process with the records of its patients, and the API's settings for it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FhirServer, startFhirServer } from '../server.ts';
import { demoRecords } from './records.ts';
import { answerStory } from './story.ts';

interface DemoHospitalOptions {
  /** Folder of its records, which stay over restarts. */
  data: string;
  /** File of the API's private key; created at the first start. */
  keyFile: string;
  /** Whether to begin with fresh records. */
  isReset: boolean;
}

export interface DemoHospital {
  server: FhirServer;
  /** Settings with which the API reads it. */
  env: Record<string, string>;
  /** Sends notifications to an API from now on. */
  notify(apiUrl: string): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'lodestar-demo';
const SCOPES = ['system/*.read', 'system/Communication.write', 'system/QuestionnaireResponse.write'];
/** How soon the API notices a change without a notification, in seconds. */
const POLL_SECONDS = '60';

/** Returns the public key of a private key's file, which is created if it is missing. */
function publicKeyOf(file: string): JsonWebKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  }
  return createPublicKey(createPrivateKey(readFileSync(file))).export({ format: 'jwk' });
}

/** Starts it on a free port of this machine. */
export async function startDemoHospital({ data, keyFile, isReset }: DemoHospitalOptions): Promise<DemoHospital> {
  const file = join(data, 'fhir-server.ndjson');
  mkdirSync(data, { recursive: true });
  if (isReset) rmSync(file, { force: true });
  const server = await startFhirServer({
    file,
    clients: [{ id: CLIENT_ID, keys: [publicKeyOf(keyFile)], scopes: SCOPES }],
    extra: (method, { pathname, searchParams }) =>
      pathname === '/story' ? answerStory(server.store, method, searchParams.get('wristband') ?? '') : undefined,
  });
  if (server.store.isEmpty) for (const resource of demoRecords(Date.now())) server.store.put(resource);
  const secret = randomBytes(32).toString('base64url');
  return {
    server,
    env: {
      FHIR_BASE_URL: server.base,
      FHIR_CLIENT_ID: CLIENT_ID,
      FHIR_PRIVATE_KEY_FILE: keyFile,
      FHIR_IDENTIFIER_SYSTEM: 'https://northside.example/fhir/wristband',
      FHIR_NOTIFY_SECRET: secret,
      FHIR_POLL_SECONDS: POLL_SECONDS,
      DEMO_HOSPITAL_URL: new URL('/story', server.base).href,
    },
    notify: (apiUrl) =>
      server.subscribe({ endpoint: `${apiUrl}/api/fhir/notify`, headers: { authorization: `Bearer ${secret}` } }),
    close: () => server.close(),
  };
}
