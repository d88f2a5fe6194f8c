import type { Registry } from 'shared-ui/contract';
import { VERSION } from 'shared-ui/contract/documents';
import { carryOut, changeBy } from '../../publish/order.ts';
import { readRegistry } from '../../registry/registry.ts';
import type { Store } from '../../registry/store/store.ts';
import { type Entry, entryOf, publishedEntry, versionHealthOf } from '../../rollout/versions/entry.ts';
import { PageError } from './access/sessions.ts';

/** Fields of a form or of a query. */
export type FormFields = Readonly<Record<string, string | undefined>>;

/** An action that the page offers. */
export type PageAction =
  | { kind: 'promote' | 'rollback' }
  | { kind: 'share'; share: number }
  | { kind: 'revoke'; version: string };

/** What someone asks the page to do. */
export interface Request {
  name: string;
  action: PageAction;
}

/** Marks a change in the history as made on the page. */
export const THROUGH_PAGE = 'through the page';
const LONGEST_REASON = 500;

const isPercent = (text: string): boolean => /^[1-9]\d?$/.test(text);

/** Returns the requested action; undefined when its fields are missing or invalid. */
export function readAction(kind: string, { version = '', share = '' }: FormFields): PageAction | undefined {
  if (kind === 'promote' || kind === 'rollback') return { kind };
  if (kind === 'revoke') return VERSION.pattern.test(version) ? { kind, version } : undefined;
  return kind === 'share' && isPercent(share) ? { kind, share: Number(share) } : undefined;
}

/** What an action would change. */
export interface Preview {
  /** Revision of the registry that the preview is based on. */
  revision: number;
  before: Entry;
  /** The same as `before` when nothing would change. */
  after: Entry;
}

/** Returns what an action would change. @throws PlainError that says why it is not possible */
export async function previewOf(root: string, { name, action }: Request): Promise<Preview> {
  const registry = await readRegistry(root);
  const before = publishedEntry(registry, name);
  const change = changeBy({ ...action, name }, registry, await versionHealthOf(root, name));
  return { revision: registry.revision, before, after: entryOf(change?.registry ?? registry, name) ?? before };
}

/** Returns the reason for the history: what the person wrote, and that it was done on the page. */
function reasonFrom(text: string): string {
  const reason = text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
  return reason === '' ? THROUGH_PAGE : `${reason} (${THROUGH_PAGE})`;
}

/**
 * Performs an action for a team, as the command does. Returns the registry's new revision, or undefined when nothing
 * had to change.
 * @param revision the registry that the person saw
 * @throws PlainError when the rules forbid it, and PageError when the registry is no longer the one that the person saw
 */
export async function performFor(
  store: Store,
  team: string,
  { name, action }: Request,
  { revision, why }: { revision: number; why: string },
): Promise<number | undefined> {
  const check = (before: Registry) => {
    if (before.revision !== revision) throw new PageError('CHANGED');
  };
  const order = { ...action, name, why: reasonFrom(why) };
  const { change, registry } = await carryOut(store, order, { who: team, check });
  return change && registry.revision;
}
