import { store, useLoad, useStore } from 'shared-ui';
import { loadDelivery } from '../load.ts';
import type { Draft } from '../outbox/index.ts';

/** How a person finds a form that they open. */
export interface Opening {
  /** Its answers wait on this phone already. */
  isUnsent: boolean;
  /** What they had typed before they left it. */
  draft: Draft | undefined;
}

const FRESH: Opening = { isUnsent: false, draft: undefined };

async function look(user: string, about: string): Promise<Opening> {
  const { draftOf, startDelivery, unsentRead } = await loadDelivery();
  startDelivery();
  await unsentRead();
  const mine = store.getState().delivery.unsent.filter((survey) => survey.about === about);
  return { isUnsent: mine.some(({ state }) => state !== 'refused'), draft: await draftOf(user, about) };
}

/** What is known of the form about `about` on this phone when it is opened; undefined for the moment it takes to look. */
export function useOpening(about: string): Opening | undefined {
  const user = useStore(({ session }) => (session.me?.scope === 'full' ? session.me.id : ''));
  const { state, value } = useLoad(() => look(user, about), [user, about]);
  return state === 'failed' ? FRESH : value;
}
