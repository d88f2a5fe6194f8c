import { store, useLoad, useStore } from 'shared-ui';
import { loadDelivery } from '../load.ts';
import type { Draft, SentSurvey } from '../outbox/index.ts';

/** How a person finds a form that they open. */
export interface Opening {
  /** Its answers wait on this phone already. */
  isUnsent: boolean;
  /** What they had typed before they left it. */
  draft: Draft | undefined;
  /** What they have sent already. */
  sent: SentSurvey | undefined;
}

const FRESH: Opening = { isUnsent: false, draft: undefined, sent: undefined };

async function look(user: string, about: string): Promise<Opening> {
  const { draftOf, sentAbout, startDelivery, unsentRead } = await loadDelivery();
  startDelivery();
  const asked = sentAbout(user, about);
  await unsentRead();
  const [draft, sent] = [await draftOf(user, about), await asked];
  const mine = store.getState().delivery.unsent.filter((survey) => survey.about === about);
  return { isUnsent: mine.some(({ state }) => state !== 'refused'), draft, sent };
}

/** What is known of the form about `about` on this phone when it is opened; undefined for the moment it takes to look. */
export function useOpening(about: string): Opening | undefined {
  const user = useStore(({ session }) => (session.me?.scope === 'full' ? session.me.id : ''));
  const { state, value } = useLoad(() => look(user, about), [user, about]);
  return state === 'failed' ? FRESH : value;
}
