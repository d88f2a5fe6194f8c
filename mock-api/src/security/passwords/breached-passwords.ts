/**
 * Looks up new passwords among those known from breaches, at a service with the range protocol of Pwned Passwords: it
 * receives the first five hexadecimal digits of a password's SHA-1 hash, which thousands of passwords share.
 */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

const PREFIX = 5;
const TIMEOUT_MS = 2_000;

class BreachedPasswords {
  readonly #url: string | undefined;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;

  /** @param url the prefix of a hash is added to it; undefined: no password counts as breached */
  constructor(url: string | undefined, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#url = url?.replace(/\/+$/, '');
    this.#log = log;
  }

  /** Returns whether a password is known from a breach. While the service does not respond, none is: people go on. */
  async has(password: string): Promise<boolean> {
    if (this.#url === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      // With padding, the size of the response says nothing about the hash either.
      const answer = await fetch(`${this.#url}/${hash.slice(0, PREFIX)}`, {
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const rest = hash.slice(PREFIX);
      return (await answer.text()).split(/\r?\n/).some((line) => {
        const [suffix, count] = line.split(':');
        return suffix?.toUpperCase() === rest && Number(count) > 0;
      });
    } catch (error) {
      this.#log.warn({ name: (error as Error).name }, 'a new password was not looked up among breached ones');
      return false;
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    breachedPasswords: BreachedPasswords;
  }
}

export const breachedPasswords = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorate('breachedPasswords', new BreachedPasswords(app.config.breachedPasswordsUrl, app.log));
});
