/** Where entries of the audit log are sent as they are written. */
import type { EnvironmentReader } from 'server-kit/environment';

/** A receiver of syslog messages (RFC 5424). */
export interface SyslogReceiver {
  host: string;
  port: number;
  isTls: boolean;
}

export interface AuditOutSettings {
  /** File that FHIR AuditEvents are appended to, one a line; undefined: none. */
  file: string | undefined;
  /** Undefined: none. */
  syslog: SyslogReceiver | undefined;
}

/** Ports of RFC 5425 and RFC 6587. */
const PORTS = { tls: 6514, tcp: 601 };

/** Reads the settings. Invalid values are added to the reader's problems. */
export function readAuditOut(env: EnvironmentReader): AuditOutSettings {
  const file = env.matching(
    'AUDIT_FHIR_FILE',
    /^\//,
    'the whole path of a file, such as /var/log/lodestar/audit.ndjson',
  );
  const address = env.url('AUDIT_SYSLOG_URL', ['tls', 'tcp']);
  if (address === undefined) return { file, syslog: undefined };
  const { protocol, hostname, port } = new URL(address);
  const isTls = protocol === 'tls:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { file, syslog: { host, port: Number(port) || (isTls ? PORTS.tls : PORTS.tcp), isTls } };
}
