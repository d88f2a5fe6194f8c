import { signedInUser, store, useLoad, useStore } from 'shared-ui';
import { loadDelivery } from '../load.ts';
import type { Draft, SentSurvey } from '../outbox/index.ts';

/** State of a form when it is opened. */
export interface Opening {
  /** Its answers are already waiting on this phone. */
  isUnsent: boolean;
  /** The draft from an earlier visit. */
  draft: Draft | undefined;
  /** The survey already sent. */
  sent: SentSurvey | undefined;
}

const NEW_FORM: Opening = { isUnsent: false, draft: undefined, sent: undefined };

async function readOpening(user: string, about: string): Promise<Opening> {
  const { draftOf, sentAbout, startDelivery, unsentRead } = await loadDelivery();
  startDelivery();
  const sentRequest = sentAbout(user, about);
  await unsentRead();
  const [draft, sent] = [await draftOf(user, about), await sentRequest];
  const unsent = store.getState().delivery.unsent.filter((survey) => survey.about === about);
  return { isUnsent: unsent.some(({ state }) => state !== 'refused'), draft, sent };
}

/** Returns the stored state of the form about `about`; undefined while it is being read. */
export function useOpening(about: string): Opening | undefined {
  const user = useStore((state) => signedInUser(state)?.id ?? '');
  const { state, value } = useLoad(() => readOpening(user, about), [user, about]);
  return state === 'failed' ? NEW_FORM : value;
}
