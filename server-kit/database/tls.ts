import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { serversOf } from './servers.ts';

const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

const isReadable = (file: string) => {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

function problemOf(server: string, isTlsNeeded: boolean): string | undefined {
  const { hostname, searchParams } = new URL(server);
  const host = (searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '');
  const isHere = host === '' || host.startsWith('/') || /^(localhost|127\.[\d.]+|::1)$/i.test(host);
  const file = FILES.find((name) => searchParams.has(name) && !isReadable(searchParams.get(name) ?? ''));
  if (file !== undefined) return `names a file in ${file} that can't be read`;
  const isVerified = searchParams.get('sslmode') === 'verify-full';
  if (!isHere && isTlsNeeded && !isVerified)
    return 'must end in ?sslmode=verify-full, because the server is on another machine (docs/operate.md#tls-to-postgresql)';
  // The client compares the certificate of an address with "localhost".
  if (isVerified && isIP(host) !== 0) return 'must name the server by its host name, because of sslmode=verify-full';
  return undefined;
}

/**
 * Returns what is wrong with how a PostgreSQL URL protects the connection. Connections to other machines need TLS with a
 * verified certificate.
 * @param isTlsNeeded whether they do: not where the network itself encrypts
 */
export function databaseTlsProblem(url: string, isTlsNeeded: boolean): string | undefined {
  for (const server of serversOf(url)) {
    const problem = problemOf(server, isTlsNeeded);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
