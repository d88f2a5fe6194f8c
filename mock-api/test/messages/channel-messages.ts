import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { SentStatement } from '../../src/db/open.ts';

/** What causes the statements of a moment, the outermost first. */
const causes = new AsyncLocalStorage<readonly object[]>();

/** Returns the messages that `work` causes on a channel while it runs, and none of timers that were running before. */
export async function messagesOf<Message = string>(channel: string, work: () => Promise<unknown>): Promise<Message[]> {
  const own = {};
  const messages: Message[] = [];
  const add = (message: unknown) => {
    if (causes.getStore()?.includes(own)) messages.push(message as Message);
  };
  subscribe(channel, add);
  try {
    await causes.run([...(causes.getStore() ?? []), own], work);
  } finally {
    unsubscribe(channel, add);
  }
  return messages;
}

/** Returns the SQL statements that `work` causes while it runs. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await messagesOf<SentStatement>('api:statement', work)).map(({ sql }) => sql);
