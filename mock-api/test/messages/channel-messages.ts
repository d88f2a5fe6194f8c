import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import type { SentStatement } from '../../src/db/open.ts';
import type { TestApi } from '../support/api.ts';

/** What causes the statements of a moment, the outermost first. */
const causes = new AsyncLocalStorage<readonly object[]>();

async function listen<Message>(
  channel: string,
  work: () => Promise<unknown>,
  isHeard: (message: Message) => boolean,
): Promise<Message[]> {
  const messages: Message[] = [];
  const add = (message: unknown) => {
    if (isHeard(message as Message)) messages.push(message as Message);
  };
  subscribe(channel, add);
  try {
    await work();
  } finally {
    unsubscribe(channel, add);
  }
  return messages;
}

/** Returns the messages that `work` causes on a channel while it runs, and none of timers that were running before. */
export function messagesOf<Message = string>(channel: string, work: () => Promise<unknown>): Promise<Message[]> {
  const own = {};
  const run = () => causes.run([...(causes.getStore() ?? []), own], work);
  return listen<Message>(channel, run, () => causes.getStore()?.includes(own) ?? false);
}

/** Returns the SQL statements that `work` causes while it runs. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await messagesOf<SentStatement>('api:statement', work)).map(({ sql }) => sql);

/**
 * Returns the SQL statements that an API's database receives while `work` runs, whatever causes them, without those
 * of the APIs that other files of tests run in the same process.
 */
export async function statementsTo({ env }: TestApi, work: () => Promise<unknown>): Promise<string[]> {
  const own = readConfig(env).database;
  const isHeard = ({ address }: SentStatement) => isDeepStrictEqual(address, own);
  return (await listen<SentStatement>('api:statement', work, isHeard)).map(({ sql }) => sql);
}
