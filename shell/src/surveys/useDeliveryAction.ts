import { useState } from 'react';
import type { UnsentSurvey } from 'shared-ui/host';
import { loadDelivery } from './load.ts';

/** What a person can do about feedback that was not sent. Failing, everything stays as it was. */
export function useDeliveryAction() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: (delivery: Awaited<ReturnType<typeof loadDelivery>>) => Promise<boolean>) => {
    setIsBusy(true);
    try {
      return await work(await loadDelivery());
    } catch (error) {
      console.info('The unsent feedback is as it was', error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    /** Tries to send everything now; true when nothing is left. */
    sendNow: () => run(({ sendNow }) => sendNow()),
    /** Gives these up. */
    discard: (unsent: UnsentSurvey[]) =>
      run(async ({ discardUnsent }) => {
        for (const { key } of unsent) await discardUnsent(key);
        return true;
      }),
  };
}
