import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import {
  type Fault,
  FIRST_SCREENS,
  type FirstScreens,
  parseFirstScreens,
  parseFrames,
  type ScreenFrames,
} from 'shared-ui/contract/documents';
import { parseRemoteManifest, parseShellManifest, REMOTE_MANIFEST, SHELL_MANIFEST } from '../manifest.ts';
import { publishedFolder } from '../registry.ts';

interface PrerenderedLog {
  error(details: object, message: string): void;
}

/**
 * Prerendered parts of published versions. They are written into pages, so each is compared with its hash, and a
 * manifest with the hash that its team has signed. A version never changes, so its parts are read once. Damaged ones
 * are logged, and pages do without them until they are restored and the registry changes.
 */
export class Prerendered {
  readonly #root: string;
  readonly #log: PrerenderedLog;
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(root: string, log: PrerenderedLog) {
    this.#root = root;
    this.#log = log;
  }

  /**
   * Returns a remote's screens; undefined if it has none.
   * @param integrity hash of its manifest, as the registry has it
   */
  screens(name: string, version: string, integrity: string): Promise<FirstScreens | undefined> {
    return this.#once(`${name}@${version} ${integrity}`, async () => {
      const folder = publishedFolder(this.#root, name, version);
      const file = join(folder, REMOTE_MANIFEST);
      const manifest = await readFile(file);
      if (integrityOf(manifest) !== integrity) throw new PlainError(`${file} has another hash than in the registry`);
      const { files, prerender = [] } = parseRemoteManifest(manifest.toString(), file);
      if (prerender.length === 0) return undefined;
      return this.#read(folder, files, parseFirstScreens);
    });
  }

  /** Returns a shell's frames; undefined if it has none. */
  frames(version: string): Promise<ScreenFrames | undefined> {
    return this.#once(`shell@${version}`, async () => {
      const folder = publishedFolder(this.#root, 'shell', version);
      const file = join(folder, SHELL_MANIFEST);
      const { files } = parseShellManifest(await readFile(file, 'utf8'), file);
      return Object.hasOwn(files, FIRST_SCREENS) ? this.#read(folder, files, parseFrames) : undefined;
    });
  }

  /** Returns a shell's style sheets as one text that contains their fonts; undefined if it has none. */
  styles(version: string): Promise<string | undefined> {
    return this.#once(`styles@${version}`, async () => {
      const folder = publishedFolder(this.#root, 'shell', version);
      const file = join(folder, SHELL_MANIFEST);
      const { files, initial } = parseShellManifest(await readFile(file, 'utf8'), file);
      const read = (ending: string) =>
        Promise.all(
          initial
            .filter((name) => name.endsWith(ending))
            .map(async (name) => ({ name, content: await this.#readFile(folder, files, name) })),
        );
      let css = (await read('.css')).map(({ content }) => content.toString()).join('\n');
      for (const { name, content } of await read('.woff2'))
        css = css.replaceAll(`/shell/${version}/${name}`, `data:font/woff2;base64,${content.toString('base64')}`);
      // It would end the element that contains it.
      return css === '' || css.includes('</') ? undefined : css;
    });
  }

  async #read<T>(
    folder: string,
    files: Record<string, string>,
    parse: (value: unknown, fault: Fault) => T,
  ): Promise<T> {
    const content = await this.#readFile(folder, files, FIRST_SCREENS);
    return readDocument(content.toString(), join(folder, FIRST_SCREENS), parse);
  }

  async #readFile(folder: string, files: Record<string, string>, name: string): Promise<Buffer> {
    const file = join(folder, name);
    const content = await readFile(file);
    if (integrityOf(content) !== files[name]) throw new PlainError(`${file} has another hash than published`);
    return content;
  }

  #once<T>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#known.get(key);
    if (known !== undefined) return known as Promise<T | undefined>;
    const found = read().catch((thrown) => {
      // The files may be restored before the registry changes next.
      this.#known.delete(key);
      this.#log.error({ problem: reasonOf(thrown) }, 'page without a prerendered part');
      return undefined;
    });
    this.#known.set(key, found);
    return found;
  }
}
