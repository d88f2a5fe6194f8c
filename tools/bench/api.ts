import autocannon from 'autocannon';
import { ACCOUNT, type Running } from './servers.ts';

/** Throughput and latency of one endpoint of the API, with the client on the same machine. */
export interface ApiFigures {
  call: string;
  requestsPerSecond: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
  /** Number of responses other than 2xx, and of failed connections. */
  failed: number;
}

const SECONDS = 5;
const CONNECTIONS = 10;

/** Measures signing in (argon2id), the current user and the timeline's events, one after the other. */
export async function measureApi({ apiUrl, token }: Running): Promise<ApiFigures[]> {
  const signedIn = { authorization: `Bearer ${token}` };
  const json = { 'content-type': 'application/json' };
  const calls = [
    { call: 'POST v1/sessions (login)', path: 'v1/sessions', method: 'POST', headers: json, body: ACCOUNT },
    { call: 'GET v1/users/me', path: 'v1/users/me', method: 'GET', headers: signedIn },
    { call: 'GET events', path: 'events', method: 'GET', headers: signedIn },
  ] as const;
  const figures: ApiFigures[] = [];
  for (const { call, path, method, headers, ...rest } of calls) {
    const body = 'body' in rest ? { body: JSON.stringify(rest.body) } : {};
    const options = { url: `${apiUrl}/api/${path}`, method, headers, connections: CONNECTIONS, duration: SECONDS };
    const { requests, latency, non2xx, errors } = await autocannon({ ...options, ...body });
    figures.push({
      call,
      requestsPerSecond: requests.average,
      p50: latency.p50,
      p99: latency.p99,
      failed: non2xx + errors,
    });
  }
  return figures;
}
