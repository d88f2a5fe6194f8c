import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../security/device.ts';
import type { Caller } from '../services/sign-in.ts';

/** Who signs in, from where. */
export function callerOf({ wantedLocale, ip, headers }: FastifyRequest): Caller {
  return { locale: wantedLocale, address: ip, device: deviceOf(headers['user-agent']) };
}
