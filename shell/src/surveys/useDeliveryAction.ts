import { useSubmit } from 'shared-ui';
import type { UnsentSurvey } from 'shared-ui/host';
import { loadDelivery } from './load.ts';

/** What a person can do about feedback that was not sent. Failing, everything stays as it was. */
export function useDeliveryAction() {
  const sending = useSubmit(async () => (await loadDelivery()).sendNow());
  const discarding = useSubmit(async (unsent: UnsentSurvey[]) => {
    const { discardUnsent } = await loadDelivery();
    for (const { key } of unsent) await discardUnsent(key);
  });
  return {
    isBusy: [sending, discarding].some(({ state }) => state === 'sending'),
    /** Tries to send everything now. Returns whether nothing is left. */
    sendNow: async () => (await sending.submit()) ?? false,
    /** Discards these. */
    discard: discarding.submit,
  };
}
