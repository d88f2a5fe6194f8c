import { useSubmit } from 'shared-ui';
import type { UnsentSurvey } from 'shared-ui/host';
import { loadDelivery } from './load.ts';

/** Returns the actions for unsent feedback. If one fails, nothing changes. */
export function useDeliveryAction() {
  const sending = useSubmit(async () => (await loadDelivery()).sendNow());
  const discarding = useSubmit(async (unsent: UnsentSurvey[]) => {
    const { discardUnsent } = await loadDelivery();
    for (const { key } of unsent) await discardUnsent(key);
  });
  return {
    isBusy: [sending, discarding].some(({ state }) => state === 'sending'),
    /** Tries to send everything now. Returns whether all was sent. */
    sendNow: async () => (await sending.submit()) ?? false,
    discard: discarding.submit,
  };
}
