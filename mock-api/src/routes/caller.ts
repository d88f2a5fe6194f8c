import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../security/device.ts';
import type { Caller } from '../services/accounts/sign-in.ts';

/** Returns where a sign-in comes from: language, address and device. */
export function callerOf({ wantedLocale, ip, headers }: FastifyRequest): Caller {
  return { locale: wantedLocale, address: ip, device: deviceOf(headers['user-agent']) };
}
