import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { resolveInputPath } from 'server-kit/command-line';
import { integrityOf } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import { tokenOf } from '../../overrides/token.ts';
import { LONGEST_PREVIEW_DAYS, PREVIEW_ID, previewVersion } from '../../registry/previews.ts';
import { keyAtGateway, ORDER_TIMEOUT_MS, sendFiles, sendJson } from '../../team-requests/client.ts';
import type { SigningKey } from '../../trust/signing-key.ts';
import { readRemote, signatureBy } from '../build.ts';
import { signsBuild } from '../targets.ts';
import type { PreviewEnd, PreviewOrder } from './order.ts';

/** What the command line says about a preview. */
export interface PreviewOptions {
  /** Number or name of the pull request. */
  id: string;
  isEnding: boolean;
  days: number;
  /** File to which the link is appended, as a line that pipelines read. */
  linkFile: string | undefined;
}

const DEFAULT_DAYS = 14;

/** Values of the command line's options. */
interface Values {
  preview?: string | undefined;
  end?: boolean | undefined;
  days?: string | undefined;
  'link-file'?: string | undefined;
}

/** Parses the options of a preview; undefined without one. @throws PlainError */
export function readPreviewOptions(values: Values): PreviewOptions | undefined {
  const { preview: id, end: isEnding = false, days: input, 'link-file': linkFile } = values;
  if (id === undefined) {
    if (isEnding || input !== undefined || linkFile !== undefined)
      throw new PlainError('--end, --days and --link-file belong to a preview: name its pull request with --preview.');
    return undefined;
  }
  if (!PREVIEW_ID.pattern.test(id)) throw new PlainError(`--preview must be ${PREVIEW_ID.says}, not "${id}".`);
  const days = input === undefined ? DEFAULT_DAYS : /^\d{1,2}$/.test(input) ? Number(input) : 0;
  if (days < 1 || days > LONGEST_PREVIEW_DAYS)
    throw new PlainError(`--days must be a whole number from 1 to ${LONGEST_PREVIEW_DAYS}, not "${input}".`);
  return { id, isEnding, days, linkFile };
}

interface Request {
  env: NodeJS.ProcessEnv;
  /** Origin of the gateway. */
  origin: string;
  name: string;
  /** Value of `--key`. */
  keyOption: string | undefined;
  /** Folder of the build; needed unless the preview ends. */
  dir: string | undefined;
}

/** Returns the build in a folder under a preview's version, which no other build has. */
async function previewBuild(dir: string, name: string, id: string, key: SigningKey | undefined) {
  const build = await readRemote(dir, { name });
  const { files, manifest } = build;
  const hash = Buffer.from(build.integrity.slice('sha384-'.length), 'base64').toString('hex').slice(0, 8);
  const version = previewVersion(build.version, id, hash);
  const declared = JSON.parse(String(files.get(manifest)));
  const content = Buffer.from(`${JSON.stringify({ ...declared, version }, null, 2)}\n`);
  files.set(manifest, content);
  const integrity = integrityOf(content);
  return { version, files, integrity, ...(key && { signature: signatureBy(key, name, version, integrity) }) };
}

/** Shows or ends the preview of a pull request. Returns what to print; the link is its last line. @throws PlainError */
export async function previewRemote(
  { id, isEnding, days, linkFile }: PreviewOptions,
  { env, origin, name, keyOption, dir }: Request,
): Promise<string> {
  const key = await keyAtGateway(env, origin, name, keyOption);
  if (isEnding) {
    const end: PreviewEnd = { name, id };
    const { ended } = await sendJson<{ ended: boolean }>(key, origin, '/deploy/preview/end', end);
    return ended ? `The preview ${id} of ${name} has ended.` : `There is no preview ${id} of ${name}, or it has ended.`;
  }
  if (dir === undefined) throw new PlainError('--preview shows the build in a folder: name it with --dir.');
  const folder = resolveInputPath(dir, env);
  const isSigned = await signsBuild(env, keyOption, folder);
  const { files, ...build } = await previewBuild(folder, name, id, isSigned ? key : undefined);
  const { version, integrity } = build;
  const until = Math.floor(Date.now() / 1000) + days * 24 * 60 * 60;
  await sendFiles(key, origin, { name, version, files });
  const order: PreviewOrder = { name, id, until, ...build };
  const { gateway } = await sendJson<{ gateway: string }>(key, origin, '/deploy/preview', order, ORDER_TIMEOUT_MS);
  const url = `${gateway}/remotes/${name}/${version}/remote.json`;
  const link = { id: randomBytes(8).toString('hex'), team: key.team, name, url, integrity, gateway, until };
  const href = `${gateway}/override?token=${tokenOf({ ...link, kind: 'preview', preview: id }, key.privateKey)}`;
  if (linkFile !== undefined) await appendFile(resolveInputPath(linkFile, env), `preview_url=${href}\n`);
  const end = new Date(until * 1000).toISOString().slice(0, 10);
  return `Preview ${id}: ${name} ${version} until ${end}, in browsers that open this link; later builds show there, too:\n${href}`;
}
