import type { DeskRequest } from 'mock-api/contract';
import { useSubmit, useText } from 'shared-ui';
import { markDone, markSeen, sendReply } from '../../api/requests.ts';
import { words } from '../../words.ts';

interface Act<Given extends unknown[]> {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Resolves with something that is true where it was done. Never rejects. */
  submit(...given: Given): Promise<unknown>;
}

/** What can be done with a request, and why the last try failed, else null. */
export interface RequestActs {
  seen: Act<[]>;
  done: Act<[]>;
  reply: Act<[text: string]>;
  error: unknown;
}

/** What the desk does with a request. `onChanged` is told how it stands then, and what to say of it. */
export function useRequestActs(
  { id, patient: { name } }: DeskRequest,
  onChanged: (request: DeskRequest, told: string) => void,
): RequestActs {
  const t = useText(words);
  const seen = useSubmit(async () => onChanged(await markSeen(id), t('requests.nowSeen', { name })));
  const done = useSubmit(async () => onChanged(await markDone(id), t('requests.nowDone', { name })));
  const reply = useSubmit(async (text: string) => {
    onChanged(await sendReply(id, text), t('requests.nowReplied', { name }));
    return true;
  });
  return { seen, done, reply, error: seen.error ?? done.error ?? reply.error };
}
