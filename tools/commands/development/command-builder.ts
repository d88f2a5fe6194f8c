import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BuildError } from 'gateway/publish/package-build';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { readFolder, writePlainFolder } from 'server-kit/disk';
import { isRecord, parseJson } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import type { Builder } from './package-builder.ts';

/** Folder that a project's own build writes to. */
export const OUTPUT = 'dist';

/** Runs a project's build. Throws BuildError with its output. @param onStart called with its process */
export async function buildWithOwnCommand(folder: string, onStart?: (child: ChildProcess) => void): Promise<void> {
  // A shell finds npm on every system.
  const child = spawn('npm run --silent build', { cwd: folder, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new BuildError(basename(folder), output.trim() || `npm run build ended with code ${code}.`);
}

/** Builds a project with its script `build`, whatever tool that uses. */
export class CommandBuilder implements Builder {
  readonly #folder: string;
  #running: ChildProcess | undefined;

  /** @param folder the project's folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async build(version: string, to: string): Promise<void> {
    await buildWithOwnCommand(this.#folder, (child) => {
      this.#running = child;
    });
    const files = await readFolder(join(this.#folder, OUTPUT));
    const text = files.get(REMOTE_MANIFEST)?.toString();
    if (text === undefined) throw new PlainError(`npm run build wrote no ${OUTPUT}/${REMOTE_MANIFEST}.`);
    const declared = parseJson(text, REMOTE_MANIFEST);
    files.set(REMOTE_MANIFEST, Buffer.from(JSON.stringify({ ...(isRecord(declared) ? declared : {}), version })));
    await rm(to, { recursive: true, force: true });
    await writePlainFolder(to, files);
  }

  stop(): void {
    this.#running?.kill();
  }
}
