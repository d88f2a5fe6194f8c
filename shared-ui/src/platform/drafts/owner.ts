import { useEffect } from 'react';

/** Who is typing: the id of a signed-in user, or null for a visitor. */
export type DraftOwner = string | null;

/** Deletes the drafts of every owner for whom `isDropped` returns true. */
type DropDrafts = (isDropped: (owner: DraftOwner) => boolean) => void;

const droppers = new Set<DropDrafts>();
let owner: DraftOwner = null;
/** The only owner whose drafts are kept; undefined while that is undecided. */
let soleOwner: DraftOwner | undefined;

export const draftOwner = (): DraftOwner => owner;

export const dropDrafts: DropDrafts = (isDropped) => {
  for (const drop of droppers) drop(isDropped);
};

/**
 * Sets who is typing from now on. With `isSole`, deletes all other owners' drafts. Otherwise keeps them, because the
 * session is unknown or has run out, and the same person may come back to them.
 */
export function setDraftOwner(next: DraftOwner, isSole: boolean): void {
  owner = next;
  const sole = isSole ? next : undefined;
  if (sole === soleOwner) return;
  soleOwner = sole;
  if (sole !== undefined) dropDrafts((other) => other !== sole);
}

/** Deletes what was typed before sign-in. A person is signed in now. */
export const dropVisitorDrafts = (): void => dropDrafts((other) => other === null);

/** Calls `drop` whenever drafts must be deleted, and immediately if only one owner's drafts are kept already. */
export function onDropDrafts(drop: DropDrafts): void {
  droppers.add(drop);
  const sole = soleOwner;
  if (sole !== undefined) drop((other) => other !== sole);
}

const checks = new Set<() => boolean>();

/** Adds a check for input that would be lost with the page. Returns a function that removes it. */
export function watchUnsent(isUnsent: () => boolean): () => void {
  checks.add(isUnsent);
  return () => checks.delete(isUnsent);
}

/** Returns whether anything typed or chosen is neither sent nor stored, and would be lost with this page. */
export const hasUnsentTyping = (): boolean => [...checks].some((isUnsent) => isUnsent());

/** Counts the component's input as unsent while `isUnsent` is true and it is mounted. */
export function useUnsent(isUnsent: boolean): void {
  useEffect(() => (isUnsent ? watchUnsent(() => true) : undefined), [isUnsent]);
}
