import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemote } from 'gateway/publish/build';
import { orderFor } from 'gateway/publish/publisher';
import type { Target } from 'gateway/publish/targets';
import { gatewaysFrom, targetFor } from 'gateway/publish-remote';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { readDocument } from 'server-kit/fields';
import { readTag } from 'server-kit/languages/catalogues';
import { checkTexts } from 'server-kit/languages/check';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { type PackTexts, packName, parsePackTexts } from 'shared-ui/contract/language-pack';
import { type PackSource, packOfRepository, writePack } from './pack.ts';

const USAGE = `Usage: npm run publish-language -- TAG [--key FILE] [--texts FILE --by "NAME"] [--gateway URL]
       npm run publish-language -- TAG --rollback [--key FILE] [--gateway URL]

Publishes the texts of a language as a signed pack, in the registry of the next page. Without --texts, it has
all texts of this repository, except critical ones that nobody has signed (npm run language -- review TAG).
  --texts FILE   the hospital's own texts instead: {"timeline-mfe/requests": {"need.mine": "..."}}
  --by "NAME"    who reviewed these
  --key FILE     the team's key; the team must be allowed to publish language-TAG (npm run keys)
  --rollback     returns to the previous pack
npm run publish-remote -- language-TAG --history, --to or --revoke manage the versions of a pack.`;

async function readOwnTexts(tag: string, file: string, by: string | undefined, root: string): Promise<PackSource> {
  if (by === undefined || by.trim() === '')
    throw new PlainError('Name the person who reviewed these texts: --by "NAME".');
  const text = await readFile(resolveInputPath(file), 'utf8');
  const texts = readDocument<PackTexts>(text, file, parsePackTexts);
  const faults = checkTexts(tag, texts, root);
  if (faults.length > 0) throw new PlainError(faults.join('\n'));
  return { texts, state: 'corrections', unsigned: 0 };
}

/** Returns the number after the highest that is published. */
async function nextVersion(target: Target, name: string): Promise<string> {
  const { versions = {}, revoked = [] } = (await target.registry()).remotes[name] ?? {};
  const numbers = [...Object.keys(versions), ...revoked].map((version) => Number(version.split('.')[2]) || 0);
  return `1.0.${Math.max(-1, ...numbers) + 1}`;
}

/** Publishes a language's pack. Returns what to print. @throws PlainError */
export async function publishPack(target: Target, tag: string, source: PackSource, why?: string): Promise<string> {
  const name = packName(tag);
  const dir = await mkdtemp(join(tmpdir(), 'language-pack-'));
  try {
    const version = await nextVersion(target, name);
    await writePack(dir, tag, version, source, REPO);
    const build = await readRemote(dir, { name, version }, await target.signingKey(dir));
    return await target.order({ ...orderFor(build), ...(why === undefined ? {} : { why }) }, build);
  } finally {
    await rm(dir, { recursive: true });
  }
}

if (import.meta.main) {
  runCommand(async () => {
    const { values, positionals } = readArguments(process.argv.slice(2), {
      help: { type: 'boolean', short: 'h' },
      key: { type: 'string' },
      texts: { type: 'string' },
      by: { type: 'string' },
      gateway: { type: 'string', multiple: true },
      rollback: { type: 'boolean' },
    });
    if (values.help || positionals.length === 0) return console.log(USAGE);
    const tag = readTag(positionals[0]);
    const target = await targetFor(gatewaysFrom(values.gateway ?? []), packName(tag), values.key);
    if (values.rollback) return console.log(await target.order({ kind: 'rollback', name: packName(tag) }));
    const source = await (values.texts === undefined
      ? packOfRepository(tag, REPO)
      : readOwnTexts(tag, values.texts, values.by, REPO));
    console.log(await publishPack(target, tag, source, values.by && `reviewed by ${values.by}`));
    if (source.unsigned > 0) console.log(`${source.unsigned} critical texts are unsigned and were left out.`);
  });
}
