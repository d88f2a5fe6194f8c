import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPO } from 'server-kit/paths';

/** Time for a type check in ms: it has a low priority, so a busy machine takes minutes. */
export const TYPE_CHECK_MS = 240_000;

/** A copy of a remote's package that tests can change. It is inside the repository, so its dependencies resolve. */
export class PackageCopy {
  readonly folder: string;
  readonly #source: string;

  private constructor(folder: string, source: string) {
    this.folder = folder;
    this.#source = source;
  }

  static async make(name: string, folder: string): Promise<PackageCopy> {
    const source = join(REPO, name);
    const filter = (path: string) => !/[\\/](node_modules|dist)$/.test(path);
    await cp(source, folder, { recursive: true, filter });
    const config = await readFile(join(source, 'tsconfig.json'), 'utf8');
    await writeFile(join(folder, 'tsconfig.json'), config.replaceAll('"../', `"${REPO}/`));
    return new PackageCopy(folder, source);
  }

  /** Edits a copied file, starting from the repository's version, e.g. "src/survey.tsx". */
  async change(path: string, edit: (text: string) => string): Promise<void> {
    await writeFile(join(this.folder, path), edit(await readFile(join(this.#source, path), 'utf8')));
  }

  async add(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  restore(path: string): Promise<void> {
    return this.change(path, (text) => text);
  }
}
