import { stripVTControlCharacters } from 'node:util';
import type { DevError } from 'shared-ui/contract';
import { reasonOf } from '../../../gateway/common/plain-error.ts';
import type { Development } from '../../../gateway/dev/development.ts';
import { BuildFailure, packageVersion } from '../../../gateway/publish/package-build.ts';
import { buildAndPublish } from '../../../gateway/publish-remote.ts';
import { folderHash } from '../building/source-hash.ts';

export interface DevBuildOptions {
  development: Development;
  /** The deploy root to publish to. */
  root: string;
  name: string;
  /** The package's folder. */
  folder: string;
  /** Folders outside the package whose sources its build reads. */
  dependsOn: string[];
  /** Folder of webpack's persistent cache. */
  cache: string;
  onBuilt(version: string, milliseconds: number): void;
  onFailed(errors: DevError[]): void;
}

/** Builds a remote under development, one build at a time, and publishes each as the next development version. */
export class DevBuilds {
  readonly #options: DevBuildOptions;
  readonly #ending = new AbortController();
  #built = '';
  #busy: Promise<void> | undefined;
  #again = false;

  constructor(options: DevBuildOptions) {
    this.#options = options;
  }

  /** Builds and publishes if a source changed. A change during a build starts another one afterwards. */
  async refresh(): Promise<void> {
    this.#again = true;
    this.#busy ??= this.#run().finally(() => {
      this.#busy = undefined;
    });
    return this.#busy;
  }

  /** Aborts the running build. Nothing is published afterwards. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#busy;
  }

  async #run(): Promise<void> {
    const { folder, dependsOn, onFailed } = this.#options;
    while (this.#again && !this.#ending.signal.aborted) {
      this.#again = false;
      const hash = await folderHash([folder, ...dependsOn]);
      if (hash === this.#built) continue;
      this.#built = hash;
      await this.#publish().catch((thrown: unknown) => {
        if (this.#ending.signal.aborted) return;
        onFailed(thrown instanceof BuildFailure ? buildErrors(thrown.output) : [{ message: reasonOf(thrown) }]);
      });
    }
  }

  async #publish(): Promise<void> {
    const { development, root, name, folder, cache, onBuilt } = this.#options;
    const began = performance.now();
    const version = await development.nextVersion(await packageVersion(name, folder));
    const { signal } = this.#ending;
    await buildAndPublish(root, name, version, { folder, dev: true, cache, signal });
    onBuilt(version, Math.round(performance.now() - began));
  }
}

const HEADING = /^ERROR in (\S+)(?: (\d+):(\d+))?/;
/** Position that the compiler prints above its code frame: `,-[/home/me/src/feature.tsx:26:1]`. */
const POINTER = /-\[(?:.+):(\d+):(\d+)\]/;
/** Start of the part in which webpack or the compiler describes itself. */
const ASIDE = /\n\n(Caused by|Stack backtrace)|\n {4}at |\nresolve |\n\nwebpack .*compiled/;

/** Returns the errors in webpack's output of a failed build. If none is marked, the whole output is one error. */
export function buildErrors(output: string): DevError[] {
  // webpack prints colours if the terminal's settings ask for them.
  const plain = stripVTControlCharacters(output);
  const blocks = plain.split(/^(?=ERROR in )/m).filter((block) => block.startsWith('ERROR in '));
  return blocks.length === 0 ? [{ message: plain.trim() }] : blocks.map(errorIn);
}

function errorIn(block: string): DevError {
  const [heading = '', ...lines] = block.split('\n');
  const [, place = '', row, column] = HEADING.exec(heading) ?? [];
  const text = lines.join('\n');
  const [words = ''] = text.split(ASIDE);
  const [, pointedRow = row] = POINTER.exec(words) ?? [];
  const message = words
    .replace(/^Module build failed \(from .*\):\n/, '')
    .replace(/^(Module not found: )?Error: +([x×] +)?/, '$1')
    .trimEnd();
  return {
    message: message || heading,
    // If no file is at fault, webpack names its own module that failed.
    ...(/[./]/.test(place) ? { file: place.replace(/^\.\//, '') } : {}),
    ...(pointedRow === undefined ? {} : { line: Number(pointedRow) }),
    ...(column === undefined ? {} : { column: Number(column) + 1 }),
  };
}
