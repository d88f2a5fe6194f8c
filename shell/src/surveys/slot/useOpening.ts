import { useEffect, useState } from 'react';
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

/** Maximum wait for what is stored (ms). A browser's storage may never answer, which must not keep the form away. */
export const READ_TIMEOUT_MS = 6_000;

/**
 * Returns the stored state of the form about `about`; undefined while it is being read. Late or failed reads begin with
 * a new form; what arrives after that still replaces it if the answers are waiting or were sent.
 */
export function useOpening(about: string): Opening | undefined {
  const user = useStore((state) => signedInUser(state)?.id ?? '');
  const { state, value } = useLoad(() => readOpening(user, about), [user, about]);
  const form = `${user} ${about}`;
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(form), READ_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return value ?? (late === form || state === 'failed' ? NEW_FORM : undefined);
}
