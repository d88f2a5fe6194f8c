/**
 * What stands before several gateways (docs/deploy/haproxy.cfg): asks each whether it is ready, goes on to the next where a
 * connection is refused, and where one breaks off before an answer if the call may arrive twice.
 */
import { type Call, Connections } from '../../../shell/gateway/traffic/call.ts';
import { sendToOne } from '../../../shell/gateway/traffic/failover.ts';
import { Upstreams } from '../../../shell/gateway/traffic/upstreams.ts';

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

export class Balancer {
  readonly #connections = new Connections();
  readonly #gateways: Upstreams;

  constructor(gateways: readonly string[]) {
    this.#gateways = new Upstreams(gateways);
    this.#gateways.start();
  }

  /** @throws where no gateway answers, or an answer breaks off */
  async send(call: Call): Promise<Answer> {
    const { status, headers, body } = await sendToOne(this.#connections, this.#gateways, call);
    let text = '';
    for await (const part of body.setEncoding('utf8')) text += part;
    return { status, headers, text };
  }

  close(): void {
    this.#gateways.stop();
    this.#connections.close();
  }
}
