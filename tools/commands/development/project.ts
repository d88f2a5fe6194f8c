import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDeclaration, REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { SANDBOXED_CONTRACT } from 'gateway/trust/version-trust';
import { toRemoteName } from 'server-kit/command-line';
import { exists, readTextIfThere } from 'server-kit/disk';
import { isRecord, parseJson } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import { NAME } from 'shared-ui/contract/documents';
import { buildWithOwnCommand, OUTPUT } from './command-builder.ts';

/** A project outside this repository whose remote is developed. */
export interface Project {
  /** The remote's name. */
  name: string;
  /** How it is built: with the platform's preset, or with its own command. */
  build: 'preset' | 'own command';
  /** Whether its builds run in a separate frame, as they do when published without a key. */
  isSandboxed: boolean;
}

/** Returns the project in a folder, which is built first if its name is only in its build. Throws PlainError. */
export async function readProject(folder: string): Promise<Project> {
  const file = join(folder, 'package.json');
  const text = await readTextIfThere(file);
  if (text === undefined) throw new PlainError(`There is no package.json in ${folder}: run dev in a remote's project.`);
  const settings = parseJson(text, file);
  const { name, scripts } = isRecord(settings) ? settings : {};
  if (await exists(join(folder, 'webpack.config.cjs'))) {
    if (typeof name !== 'string' || !NAME.pattern.test(name))
      throw new PlainError(`${file}: "name" must be ${NAME.says}.`);
    return { name: toRemoteName(name), build: 'preset', isSandboxed: false };
  }
  if (!isRecord(scripts) || typeof scripts.build !== 'string')
    throw new PlainError(
      `${file} has no script "build", and there is no webpack.config.cjs: dev can't build this project.`,
    );
  return { ...(await readDeclared(folder)), build: 'own command' };
}

/** Reads what the build of a project declares. */
async function readDeclared(folder: string): Promise<Pick<Project, 'name' | 'isSandboxed'>> {
  const manifest = join(folder, OUTPUT, REMOTE_MANIFEST);
  if (!(await exists(manifest))) await buildWithOwnCommand(folder);
  const { name, contract } = parseDeclaration(await readFile(manifest, 'utf8'), manifest);
  return { name, isSandboxed: contract === SANDBOXED_CONTRACT };
}
