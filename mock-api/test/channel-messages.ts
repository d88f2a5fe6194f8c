import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Returns the messages that are published on a channel while `work` runs. */
export async function messagesOn(channel: string, work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const listen = (message: unknown) => messages.push(String(message));
  subscribe(channel, listen);
  try {
    await work();
  } finally {
    unsubscribe(channel, listen);
  }
  return messages;
}
