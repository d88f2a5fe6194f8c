/** Who types: the id of a signed-in user, or null for a visitor. */
export type DraftOwner = string | null;

/** Takes away the drafts of every owner for whom `goes` is true. */
export type DropDrafts = (goes: (owner: DraftOwner) => boolean) => void;

const droppers = new Set<DropDrafts>();
let owner: DraftOwner = null;
/** The only one whose drafts may stay; undefined while that is open. */
let soleOwner: DraftOwner | undefined;

/** Returns who types now. */
export const draftOwner = (): DraftOwner => owner;

/** Takes drafts away, wherever they are kept. */
export const dropDrafts: DropDrafts = (goes) => {
  for (const drop of droppers) drop(goes);
};

/**
 * Says who types from now on. With `isSole` no other user's drafts may stay; without, their owner is open, because the
 * session is not known yet or has run out, and the same person may come back to them.
 */
export function setDraftOwner(next: DraftOwner, isSole: boolean): void {
  owner = next;
  const sole = isSole ? next : undefined;
  if (sole === soleOwner) return;
  soleOwner = sole;
  if (sole !== undefined) dropDrafts((other) => other !== sole);
}

/** Takes away what a visitor typed: a person is in now, and what was typed on the way is theirs alone. */
export const dropVisitorDrafts = (): void => dropDrafts((other) => other === null);

/** Calls `drop` whenever drafts have to go, and at once where no other user's may stay already. */
export function onDropDrafts(drop: DropDrafts): void {
  droppers.add(drop);
  const sole = soleOwner;
  if (sole !== undefined) drop((other) => other !== sole);
}
