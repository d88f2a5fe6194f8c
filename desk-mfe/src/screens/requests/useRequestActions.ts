import type { DeskRequest } from 'mock-api/contract';
import { useSubmit, useText } from 'shared-ui';
import { markDone, markSeen, sendReply } from '../../api/requests.ts';
import { words } from '../../words.ts';

interface Action<Given extends unknown[]> {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Never rejects. A reply resolves with true if it was sent, otherwise with undefined. */
  submit(...given: Given): Promise<unknown>;
}

/** Actions on a request, and the error of the last attempt, or null. */
export interface RequestActions {
  seen: Action<[]>;
  done: Action<[]>;
  reply: Action<[text: string]>;
  error: unknown;
}

/** Returns the desk's actions on a request. `onChanged` receives the updated request and a confirmation message. */
export function useRequestActions(
  { id, patient: { name } }: DeskRequest,
  onChanged: (request: DeskRequest, message: string) => void,
): RequestActions {
  const t = useText(words);
  const seen = useSubmit(async () => onChanged(await markSeen(id), t('requests.nowSeen', { name })));
  const done = useSubmit(async () => onChanged(await markDone(id), t('requests.nowDone', { name })));
  const reply = useSubmit(async (text: string) => {
    onChanged(await sendReply(id, text), t('requests.nowReplied', { name }));
    return true;
  });
  return { seen, done, reply, error: seen.error ?? done.error ?? reply.error };
}
