/** Where this tab keeps the invitation that a person came by, until they have registered or signed in. */
const KEY = 'invitation';

/** A browser that forbids storage keeps nothing: the link can be opened again once signed in. */
function guarded<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    console.info('The invitation can not be kept in this browser', error);
    return otherwise;
  }
}

/** The invitation that this tab came by; null without one. */
export const keptInvitation = (): string | null => guarded(() => sessionStorage.getItem(KEY), null);

/** Keeps the invitation while the person registers or signs in. */
export const keepInvitation = (uuid: string): void => guarded(() => sessionStorage.setItem(KEY, uuid), undefined);

/** It was accepted, or can't be any more. */
export const forgetInvitation = (): void => guarded(() => sessionStorage.removeItem(KEY), undefined);
