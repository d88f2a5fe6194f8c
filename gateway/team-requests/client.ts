import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import type { FolderFiles } from 'server-kit/disk';
import { withOwnCommands } from 'server-kit/paths';
import { networkReason, PlainError } from 'server-kit/plain-error';
import { TEAM } from 'shared-ui/contract/documents';
import { publicHalf } from '../trust/signature.ts';
import {
  keyFilesHere,
  listsByName,
  namedKeyFile,
  readPrivateKey,
  type SigningKey,
  teamsWith,
} from '../trust/signing-key.ts';
import { keysFolder, type Teams } from '../trust/teams.ts';
import { type RequestKey, signRequest, UNKNOWN_KEY, WITHDRAWN_KEY } from './signed-request.ts';

const JSON_REQUEST = { type: 'application/json', timeoutMs: 30_000 };
const UPLOAD = { type: 'application/octet-stream', timeoutMs: 120_000 };
/** Timeout of an order, in milliseconds: a gateway checks and compresses what comes with it. */
export const ORDER_TIMEOUT_MS = 120_000;

/** Thrown when a gateway responds with a refusal. */
export class RefusedError extends PlainError {
  /** The gateway's own sentence. */
  readonly reason: string;
  /** The refusal's code, such as "NOT_ALLOWED". */
  readonly code: string;

  constructor(origin: string, reason: string, code: string) {
    super(`${origin} refused the request: ${reason}`);
    this.reason = reason;
    this.code = code;
  }
}

/** Thrown when nothing responds at an address. */
export class UnreachableError extends PlainError {
  constructor(origin: string, reason: string) {
    super(`${origin} is unreachable (${reason})`);
  }
}

/** Parses addresses of gateways into unique origins. @throws PlainError */
export function readGateways(texts: readonly string[], what: string): string[] {
  const urls = texts.flatMap((text) => text.split(',')).map((url) => url.trim());
  for (const url of urls) {
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      throw new PlainError(
        `${what} must be an address that starts with http:// or https://, or several, separated by commas; not "${url}".`,
      );
    }
  }
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Returns the response to a signed request; it is a GET if there is no body. @throws UnreachableError */
async function request(
  key: RequestKey,
  origin: string,
  path: string,
  body: Buffer | undefined,
  { type, timeoutMs }: typeof UPLOAD,
) {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = signRequest(key, method, path, body ?? Buffer.alloc(0));
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': type }, body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    return { status: response.status, ok: response.ok, text: await response.text() };
  } catch (thrown) {
    throw new UnreachableError(origin, networkReason(thrown));
  }
}

/**
 * Sends a signed request to a gateway. Returns the response's JSON text, or an empty one.
 * @throws RefusedError, UnreachableError, or a PlainError when something else than a gateway responds
 */
async function send(key: RequestKey, origin: string, path: string, body: Buffer | undefined, how: typeof UPLOAD) {
  const { status, ok, text } = await request(key, origin, path, body, how);
  const value = jsonIn(text);
  if (ok && (text === '' || value !== undefined)) return text;
  const refusal = refusalIn(value);
  if (refusal !== undefined) throw new RefusedError(origin, refusal.message, refusal.code);
  if (status >= 500 || status === 429)
    throw new RefusedError(origin, `it answered ${status}; try again in a moment`, '');
  throw notAGateway(origin, `it answered ${status} to ${path}`);
}

/** Returns the error for an address at which something else than a gateway responds. */
const notAGateway = (origin: string, why: string): PlainError =>
  new PlainError(`${origin} is not a Lodestar gateway, or an older one (${why}): check the address.`);

/** Returns the JSON text at a path of a gateway that only teams may read. See `send`. */
export const fetchSigned = (key: RequestKey, origin: string, path: string): Promise<string> =>
  send(key, origin, path, undefined, JSON_REQUEST);

/** Sends a JSON document in a signed request. Returns the parsed response. See `send`. */
export const sendJson = async <T>(
  key: RequestKey,
  origin: string,
  path: string,
  value: object,
  timeoutMs = JSON_REQUEST.timeoutMs,
): Promise<T> => {
  const body = Buffer.from(JSON.stringify(value));
  return JSON.parse(await send(key, origin, path, body, { ...JSON_REQUEST, timeoutMs })) as T;
};

interface Upload {
  name: string;
  version: string;
  files: FolderFiles;
}

export async function sendFiles(key: SigningKey, origin: string, { name, version, files }: Upload): Promise<void> {
  for (const [path, content] of files) {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    await send(key, origin, `/deploy/files/${name}/${version}/${encoded}`, content, UPLOAD);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a refusal of the publishing endpoints; the other errors of a gateway have codes that concern no publisher. */
function refusalIn(value: unknown): { code: string; message: string } | undefined {
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error !== 'object' || error === null || !('message' in error) || !('code' in error)) return undefined;
  const { code, message } = error;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
}

/** A key that no team may use for the remote, and what its operator can do about it. */
export class UnfitKeyError extends PlainError {}

/** A private key, and the file that holds it: its name is usually the team's. */
interface KeyFile {
  file: string;
  privateKey: KeyObject;
}

const readKeyFile = async (file: string): Promise<KeyFile> => ({ file, privateKey: await readPrivateKey(file) });

const addCommand = (team: string, remotes: readonly string[], privateKey: KeyObject) =>
  `npm run keys -- add ${team} --remotes ${remotes.join(',')} --public-key ${publicHalf(privateKey)}`;

/**
 * Returns the teams that a gateway lists with a key.
 * @throws UnfitKeyError for an unknown key, PlainError without a gateway
 */
async function teamsAt(origin: string, { file, privateKey }: KeyFile, remote: string): Promise<Teams> {
  try {
    const { teams } = await sendJson<{ teams: Teams }>({ privateKey }, origin, '/deploy/team', {});
    return teams;
  } catch (thrown) {
    if (!(thrown instanceof RefusedError)) throw thrown;
    if (thrown.code === UNKNOWN_KEY) {
      const named = basename(file, '.pem');
      const command = addCommand(TEAM.pattern.test(named) ? named : 'TEAM', [remote], privateKey);
      throw new UnfitKeyError(`${origin} doesn't know this key: ask its operator to run ${command}`);
    }
    if (thrown.code === WITHDRAWN_KEY) throw new UnfitKeyError(`${origin} refused this key: ${thrown.reason}`);
    throw thrown.code === 'NOT_FOUND' ? notAGateway(origin, 'it has no /deploy/team') : thrown;
  }
}

/** A key whose team may publish the remote. */
interface FittingKey {
  key: SigningKey;
  /** Whether the team lists the remote by its name. */
  isByName: boolean;
}

/** Returns a key with its team that may publish the remote. @throws UnfitKeyError if no team with it may */
async function asTeam(origin: string, keyFile: KeyFile, remote: string): Promise<FittingKey> {
  const { privateKey } = keyFile;
  const known = await teamsAt(origin, keyFile, remote);
  const [team] = teamsWith(known, publicHalf(privateKey), remote);
  if (team !== undefined) return { key: { team, privateKey }, isByName: listsByName(known, team, remote) };
  const [[owner, { remotes }] = ['TEAM', { remotes: [] }]] = Object.entries(known);
  throw new UnfitKeyError(
    `Team ${owner} may not publish ${remote} at ${origin}, only ${remotes.join(', ')}: sign with another team's key, or ask the operator to run ${addCommand(owner, [...remotes, remote], privateKey)}`,
  );
}

/**
 * Returns the key for a remote as a gateway knows it: the one that the option or `SIGNING_KEY_FILE` names, else the
 * only one in the keys folder whose team may publish the remote. The key's file is enough: the gateway says which team
 * it belongs to.
 * @throws PlainError when none fits, or several do
 */
export async function keyAtGateway(
  env: NodeJS.ProcessEnv,
  origin: string,
  remote: string,
  option?: string,
): Promise<SigningKey> {
  const named = namedKeyFile(env, option);
  if (named !== undefined) return (await asTeam(origin, await readKeyFile(named), remote)).key;
  const keys = await Promise.all((await keyFilesHere(env)).map(readKeyFile));
  const results = await Promise.allSettled(keys.map((key) => asTeam(origin, key, remote)));
  const problem = results.find((result) => result.status === 'rejected' && !(result.reason instanceof UnfitKeyError));
  if (problem?.status === 'rejected') throw problem.reason;
  const known = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const byName = known.filter(({ isByName }) => isByName);
  const fitting = byName.length > 0 ? byName : known;
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only.key;
  if (only !== undefined) {
    const teams = fitting.map(({ key: { team } }) => team).join(', ');
    throw new PlainError(
      `Several keys in ${keysFolder(env)} may publish ${remote}, those of ${teams}: name one with --key FILE.`,
    );
  }
  const [first] = results;
  if (first?.status === 'rejected') throw first.reason;
  const create = withOwnCommands(`npm run keys -- create TEAM --remotes ${remote}`);
  throw new PlainError(`There is no key to sign with: name one with --key FILE. ${create} creates one.`);
}
