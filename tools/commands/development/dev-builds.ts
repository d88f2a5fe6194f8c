import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Development } from 'gateway/dev/development';
import { BuildError, packageVersion } from 'gateway/publish/package-build';
import { publishBuilt } from 'gateway/publish/publisher';
import type { SigningKey } from 'gateway/trust/signing-key';
import { readTextIfThere } from 'server-kit/disk';
import { reasonOf } from 'server-kit/plain-error';
import type { DevError } from 'shared-ui/contract';
import { folderHash } from '../building/source-hash.ts';
import type { Builder } from './package-builder.ts';

export interface DevBuildOptions {
  development: Development;
  /** The deploy root to publish to. */
  root: string;
  name: string;
  /** The package's folder. */
  folder: string;
  /** Folders outside the package whose sources its build reads. */
  dependsOn: string[];
  builder: Builder;
  /** Signs every build; without a key it is sandboxed. */
  key: SigningKey | undefined;
  onBuilt(version: string, milliseconds: number): void;
  onFailed(errors: DevError[]): void;
}

/** Builds a remote under development, one build at a time, and publishes each as the next development version. */
export class DevBuilds {
  readonly #options: DevBuildOptions;
  #isEnding = false;
  #built = '';
  #settings = '';
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
    this.#isEnding = true;
    this.#options.builder.stop();
    await this.#busy;
  }

  async #run(): Promise<void> {
    const { folder, dependsOn, onFailed } = this.#options;
    while (this.#again && !this.#isEnding) {
      this.#again = false;
      const hash = await folderHash([folder, ...dependsOn]);
      if (hash === this.#built) continue;
      this.#built = hash;
      await this.#publish().catch((thrown: unknown) => {
        if (this.#isEnding) return;
        onFailed(thrown instanceof BuildError ? buildErrors(thrown.output) : [{ message: reasonOf(thrown) }]);
      });
    }
  }

  async #publish(): Promise<void> {
    const { development, root, name, folder, builder, key, onBuilt } = this.#options;
    const began = performance.now();
    await this.#readSettings();
    const version = await development.nextVersion(await packageVersion(name, folder));
    const out = join(development.folder, 'build');
    await builder.build(version, out);
    if (this.#isEnding) return;
    await publishBuilt(root, out, { name, version }, { key });
    onBuilt(version, Math.round(performance.now() - began));
  }

  /** Restarts the builder if the package's settings changed, which it reads only once. */
  async #readSettings(): Promise<void> {
    const files = ['package.json', 'webpack.config.cjs'].map((file) => join(this.#options.folder, file));
    const settings = (await Promise.all(files.map(readTextIfThere))).join();
    if (this.#settings !== '' && settings !== this.#settings) this.#options.builder.stop();
    this.#settings = settings;
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
