import { type Driver, postTo } from '../delivery.ts';

/** Posts `{id, to, body}`; `id` lets the receiver drop duplicates. */
export function webhookDriver(url: string): Driver {
  return async ({ id, recipient, body }) => {
    const response = await postTo('text message service', url, {
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ id, to: recipient, body }),
    });
    await response.body?.cancel();
    return {};
  };
}
