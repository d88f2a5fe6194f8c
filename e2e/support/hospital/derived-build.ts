import { createHash } from 'node:crypto';
import { type FolderFiles, integrityOf } from 'server-kit/disk';

/** The content hash in a file's name. */
const NAME_HASH = /\.([0-9a-f]{8})\./;

/** The form of a version in a container's name. */
const identifier = (version: string) => version.replace(/\W/g, '_');

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Returns what to replace in a build to give it another version: the version in both its forms, and the hash in the
 * name of every file that names the version, directly or through the name of another such file.
 */
function replacements(texts: Map<string, string>, from: string, to: string): Map<string, string> {
  const found = new Map([
    [from, to],
    [identifier(from), identifier(to)],
  ]);
  let size: number;
  do {
    size = found.size;
    for (const [path, text] of texts) {
      const hash = NAME_HASH.exec(path)?.[1];
      if (hash === undefined || found.has(hash)) continue;
      if ([...found.keys()].some((name) => text.includes(name))) found.set(hash, shortHash(`${to} ${hash}`));
    }
  } while (found.size > size);
  return found;
}

/** Updates the integrity hashes that a build's files list of each other, such as the service worker's precache list. */
function updateHashes(texts: Map<string, string>, listed: Map<string, string>): void {
  let hasChanged: boolean;
  do {
    hasChanged = false;
    for (const [path, text] of texts) {
      const hash = integrityOf(Buffer.from(text, 'latin1'));
      const outdated = listed.get(path) ?? hash;
      if (outdated === hash) continue;
      hasChanged = true;
      listed.set(path, hash);
      for (const [other, content] of texts) texts.set(other, content.replaceAll(outdated, hash));
    }
  } while (hasChanged);
}

/**
 * Returns a copy of a build with another version, as building the same sources would produce it, except for the hashes
 * in the names of files. Takes a tenth of a second, where a build takes half a minute.
 * @param files the build's files, without compressed variants
 * @param from the build's version
 */
export function deriveBuild(files: FolderFiles, from: string, to: string): FolderFiles {
  // Latin-1 keeps every byte, so that binary files need no separate treatment.
  const before = [...files].map(([path, content]) => [path, content.toString('latin1')] as const);
  const changes = [...replacements(new Map(before), from, to)];
  const change = (text: string) => changes.reduce((changed, [old, now]) => changed.replaceAll(old, now), text);
  const texts = new Map(before.map(([path, text]) => [change(path), change(text)]));
  updateHashes(texts, new Map([...files].map(([path, content]) => [change(path), integrityOf(content)])));
  return new Map([...texts].map(([path, text]) => [path, Buffer.from(text, 'latin1')]));
}
