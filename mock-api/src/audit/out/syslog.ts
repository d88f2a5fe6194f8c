/** Sends AuditEvents as syslog messages (RFC 5424), counted by octets, over TLS (RFC 5425) or TCP (RFC 6587). */
import net from 'node:net';
import { hostname } from 'node:os';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { SECOND } from '../../common/clock.ts';
import type { SyslogReceiver } from '../../config/audit.ts';
import { isRefusal } from './fhir.ts';
import type { AuditOutput, OutEntry } from './job.ts';

const TIMEOUT = 5 * SECOND;
/** Facility "log audit", and severities of RFC 5424. */
const FACILITY = 13;
const WARNING = 4;
const INFORMATIONAL = 6;

const HOST = hostname().replaceAll(/[^\x21-\x7e]/g, '') || '-';

/** Returns one message with its length in front. */
function frameOf({ row, event }: OutEntry): Buffer {
  const priority = FACILITY * 8 + (isRefusal(row) ? WARNING : INFORMATIONAL);
  const message = Buffer.from(`<${priority}>1 ${row.at} ${HOST} lodestar - ${row.action.slice(0, 32)} - ${event}`);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** Time from the last byte sent until this side is closed, in milliseconds. */
const SETTLE = SECOND / 2;

export class AuditSyslog implements AuditOutput {
  readonly name = 'syslog';
  readonly #receiver: SyslogReceiver;
  readonly #settle: () => Promise<unknown>;

  /** @param settle resolves when a receiver that doesn't take what was sent would have closed the connection */
  constructor(receiver: SyslogReceiver, settle: () => Promise<unknown> = () => wait(SETTLE)) {
    this.#receiver = receiver;
    this.#settle = settle;
  }

  /**
   * Sends entries on a connection of their own. Syslog has no acknowledgement: a receiver has read everything if it
   * keeps the connection until this side is closed, and closes its own then. Otherwise rejects, and they are sent again.
   */
  send(entries: readonly OutEntry[]): Promise<void> {
    const { host, port, isTls } = this.#receiver;
    const frames = Buffer.concat(entries.map(frameOf));
    const socket = isTls
      ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host, port });
    let isSent = false;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        socket.destroy();
        reject(error);
      };
      const finish = async () => {
        await this.#settle();
        // After what has arrived meanwhile.
        await immediate();
        isSent = true;
        socket.end();
      };
      socket.setTimeout(TIMEOUT, () => fail(new ReceiverError('STILL_OPEN')));
      socket.once('error', fail);
      socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(frames, () => void finish()));
      socket.once('end', () => {
        if (!isSent) fail(new ReceiverError('CLOSED_EARLY'));
      });
      socket.once('close', () => resolve());
      socket.resume();
    });
  }
}

/** What a receiver does that makes it uncertain whether it has read everything. */
class ReceiverError extends Error {
  override readonly name = 'ReceiverError';
  readonly code: string;

  constructor(code: 'STILL_OPEN' | 'CLOSED_EARLY') {
    super(code);
    this.code = code;
  }
}
