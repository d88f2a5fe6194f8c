/**
 * Load balancer in front of several gateways, like docs/deploy/haproxy.cfg: checks readiness, tries the next gateway
 * when a connection is refused, and retries repeatable calls whose connection breaks before a response.
 */
import { type Call, type CallResponse, Connections, sendToOne, Upstreams } from 'gateway/http/traffic/upstreams';

export interface BalancedResponse {
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

  /** @throws when no gateway responds, or when a response breaks off */
  async send(call: Call): Promise<BalancedResponse> {
    const { status, headers, body } = await this.open(call);
    let text = '';
    for await (const part of body.setEncoding('utf8')) text += part;
    return { status, headers, text };
  }

  /** Opens a response that may never end. @throws when no gateway responds */
  open(call: Call): Promise<CallResponse> {
    return sendToOne(this.#connections, this.#gateways, call);
  }

  close(): void {
    this.#gateways.stop();
    this.#connections.close();
  }
}
