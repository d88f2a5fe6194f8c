import { gzipSync } from 'node:zlib';
import { parseDeclaration, parseRemoteManifest, REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { type FolderFiles, integrityOf } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { reasonOf } from 'server-kit/plain-error';
import { FOR_TOOLS } from 'shared-ui/contract/host';
import type { Findings } from '../findings.ts';

/** Maximum total size of a surveys remote, in bytes after gzip (docs/swap-the-surveys-remote.md, "Size"). */
const BUDGET = 40_000;

/** Returns the remote's parsed remote.json, or undefined when it is not a JSON object. */
export function declarationIn(files: FolderFiles): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(files.get(REMOTE_MANIFEST)?.toString() ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function checkFields(text: string, declared: Record<string, unknown>, findings: Findings): void {
  findings.note('remote.json');
  try {
    if (declared.files === undefined) parseDeclaration(text, REMOTE_MANIFEST);
    else parseRemoteManifest(text, REMOTE_MANIFEST);
  } catch (thrown) {
    findings.fault('remote.json', reasonOf(thrown));
    return;
  }
  const wanted = { name: 'surveys', contract: 'survey@1', expose: './survey' };
  for (const [field, value] of Object.entries(wanted)) {
    const found = declared[field];
    findings.expect('remote.json', found === value, `"${field}" is ${JSON.stringify(found)}, not "${value}"`);
  }
  const { locales, container, version } = declared as { locales: string[]; container: string; version: string };
  for (const locale of ['en', 'fr']) {
    findings.expect('remote.json', locales.includes(locale), `"locales" lacks "${locale}"`);
  }
  const inName = version.replaceAll(/[^A-Za-z0-9]/g, '_');
  findings.expect(
    'remote.json',
    container.includes(inName),
    `"container" is ${container}: it must hold the version (${inName}), because a page may hold two versions at once`,
  );
}

function checkFiles(declared: Record<string, unknown>, files: FolderFiles, findings: Findings): void {
  findings.note('files');
  const hashes = isRecord(declared.files) ? declared.files : {};
  for (const [path, hash] of Object.entries(hashes)) {
    const content = files.get(path);
    if (content === undefined) findings.fault('files', `${path} is not there`);
    else if (integrityOf(content) !== hash) findings.fault('files', `${path} has the hash ${integrityOf(content)}`);
  }
  const { entry } = declared;
  if (typeof entry === 'string' && !files.has(entry)) findings.fault('files', `the entry ${entry} is not there`);
}

function checkSize(files: FolderFiles, findings: Findings): void {
  const isFetched = (path: string) => !/\.(br|gz|map)$/.test(path) && !FOR_TOOLS.test(path);
  const counted = [...files].filter(([path]) => path !== REMOTE_MANIFEST && isFetched(path));
  const total = counted.reduce((sum, [, content]) => sum + gzipSync(content, { level: 9 }).length, 0);
  const found = `${(total / 1000).toFixed(1)} kB after gzip, in ${counted.length} file${counted.length === 1 ? '' : 's'}`;
  if (total > BUDGET) findings.fault('size', found);
  else findings.note('size', found);
}

/** Checks a built remote without running it: its declaration, files and size. */
export function checkDeclared(files: FolderFiles, findings: Findings): void {
  const declared = declarationIn(files);
  if (declared === undefined) {
    findings.fault('remote.json', 'it is no JSON object');
    findings.skip(['files', 'size'], 'remote.json');
    return;
  }
  checkFields(files.get(REMOTE_MANIFEST)?.toString() ?? '', declared, findings);
  checkFiles(declared, files, findings);
  checkSize(files, findings);
}
