/** Restarts the services one by one. */
import http from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { PlainError } from 'server-kit/plain-error';
import { runProgram } from './programs.ts';
import type { ManagedProcess } from './settings.ts';

const RESPONSE_TIMEOUT_MS = 2_000;
const POLL_INTERVAL_MS = 100;

export interface RestartTimes {
  /** How long a restarted service may take until it is ready, in milliseconds. */
  readyMs: number;
  /**
   * Time for gateways and balancers, which check twice a second, to use a restarted service again before the next one
   * stops, in milliseconds.
   */
  noticeMs: number;
}

export const RESTART_TIMES: RestartTimes = { readyMs: 60_000, noticeMs: 1_000 };

/** Returns whether a service is ready. Its certificate is not verified: none is issued for the local address. */
export function isReady({ readyUrl, certificate }: ManagedProcess): Promise<boolean> {
  const { request } = readyUrl.startsWith('https:') ? https : http;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const call = request(
    readyUrl,
    { timeout: RESPONSE_TIMEOUT_MS, rejectUnauthorized: false, agent: false, ...certificate },
    (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    },
  );
  call.once('timeout', () => call.destroy());
  call.once('error', () => resolve(false));
  call.end();
  return promise;
}

/** Restarts one service and waits until it is ready. @throws PlainError when it isn't in time */
export async function restart(
  service: ManagedProcess,
  command: readonly string[],
  { readyMs, noticeMs }: RestartTimes,
): Promise<void> {
  await runProgram([...command, service.name]);
  const deadline = Date.now() + readyMs;
  while (!(await isReady(service))) {
    if (Date.now() > deadline)
      throw new PlainError(`${service.name} is not ready after ${readyMs / 1000} s (${service.readyUrl}).`);
    await wait(POLL_INTERVAL_MS);
  }
  await wait(noticeMs);
}
