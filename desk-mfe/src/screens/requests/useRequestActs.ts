import type { DeskRequest } from 'mock-api/contract';
import { useSubmit, useText } from 'shared-ui';
import { markDone, markSeen, sendReply } from '../../api/requests.ts';
import { words } from '../../words.ts';

/** What the desk does with a request. `onChanged` is told how it stands then, and what to say of it. */
export function useRequestActs(
  { id, patient: { name } }: DeskRequest,
  onChanged: (request: DeskRequest, told: string) => void,
) {
  const t = useText(words);
  const seen = useSubmit(async () => onChanged(await markSeen(id), t('requests.nowSeen', { name })));
  const done = useSubmit(async () => onChanged(await markDone(id), t('requests.nowDone', { name })));
  const reply = useSubmit(async (text: string) => {
    onChanged(await sendReply(id, text), t('requests.nowReplied', { name }));
    return true;
  });
  return { seen, done, reply, error: seen.error ?? done.error ?? reply.error };
}

export type RequestActs = ReturnType<typeof useRequestActs>;
