import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../src/config/config.ts';
import type { SentStatement } from '../src/db/open.ts';
import type { TestApi } from './api.ts';

/** Returns the messages that are published on a channel while `work` runs. */
export async function messagesOn<Message = string>(channel: string, work: () => Promise<unknown>): Promise<Message[]> {
  const messages: Message[] = [];
  const listen = (message: unknown) => messages.push(message as Message);
  subscribe(channel, listen);
  try {
    await work();
  } finally {
    unsubscribe(channel, listen);
  }
  return messages;
}

/**
 * Returns the SQL statements that an API's database receives while `work` runs, without those of the APIs that other
 * files of tests run in the same process.
 */
export async function statementsOf({ env }: TestApi, work: () => Promise<unknown>): Promise<string[]> {
  const own = readConfig(env).database;
  const sent = await messagesOn<SentStatement>('api:statement', work);
  return sent.filter(({ address }) => isDeepStrictEqual(address, own)).map(({ sql }) => sql);
}
