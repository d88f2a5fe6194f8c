import { useEffect, useState } from 'react';
import { store, useStore } from 'shared-ui';
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
  const [opening, setOpening] = useState<Opening & { of: string }>();
  const of = `${user}/${about}`;
  useEffect(() => {
    let isOver = false;
    look(user, about)
      .catch((error: unknown) => {
        console.info('Drafts and unsent answers could not be looked for', error);
        return FRESH;
      })
      .then((found) => {
        if (!isOver) setOpening({ ...found, of });
      });
    return () => {
      isOver = true;
    };
  }, [user, about, of]);
  return opening?.of === of ? opening : undefined;
}
