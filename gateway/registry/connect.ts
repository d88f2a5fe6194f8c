import { join } from 'node:path';
import { readTextIfThere, replaceFile } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { withLock } from 'server-kit/lock';
import type { Registry } from 'shared-ui/contract';
import { type FormOf, NAME, ORIGIN } from 'shared-ui/contract/documents';

/** Name of a remote -> origins that the operator lets it call. */
export type ApprovedOrigins = Record<string, string[]>;

const APPROVED: FormOf<ApprovedOrigins> = {
  kind: 'map',
  of: { kind: 'list', of: { kind: 'text', rule: ORIGIN } },
  keys: NAME,
};

export const approvedOriginsFile = (root: string): string => join(root, 'approved-origins.json');

/** Returns the origins that the operator has approved; none if the file doesn't exist. @throws PlainError for faults */
export async function readApprovedOrigins(root: string): Promise<ApprovedOrigins> {
  const file = approvedOriginsFile(root);
  const text = await readTextIfThere(file);
  return text === undefined ? {} : readDocument(text, file, APPROVED);
}

/** Approves an origin for a remote, or withdraws the approval. Returns whether that changed anything. */
export async function approveOrigin(root: string, name: string, origin: string, isApproved: boolean): Promise<boolean> {
  return withLock(join(root, '.origins.lock'), async () => {
    const approved = await readApprovedOrigins(root);
    const before = approved[name] ?? [];
    if (before.includes(origin) === isApproved) return false;
    const after = isApproved ? [...before, origin] : before.filter((one) => one !== origin);
    await replaceFile(approvedOriginsFile(root), `${JSON.stringify({ ...approved, [name]: after }, null, 2)}\n`);
    return true;
  });
}

/** An origin that a version of a remote names. */
interface NamedOrigin {
  name: string;
  version: string;
  origin: string;
  isApproved: boolean;
}

/** Returns the origins named by the versions that pages may run. Sandboxed versions call nothing. */
export function namedOrigins({ remotes }: Registry, approved: ApprovedOrigins): NamedOrigin[] {
  return Object.entries(remotes).flatMap(([name, { active, previous, canary, versions }]) =>
    [...new Set([active, previous, canary?.version])].flatMap((version) => {
      const published = version === undefined ? undefined : versions[version];
      if (version === undefined || published?.trust !== 'trusted') return [];
      return (published.connect ?? []).map((origin) => ({
        name,
        version,
        origin,
        isApproved: approved[name]?.includes(origin) === true,
      }));
    }),
  );
}

/** Returns the origins that pages may call for their remotes: named by a version, and approved. */
export function callableOrigins(registry: Registry, approved: ApprovedOrigins): string[] {
  const callable = namedOrigins(registry, approved).filter(({ isApproved }) => isApproved);
  return [...new Set(callable.map(({ origin }) => origin))];
}
