import type { ServerResponse } from 'node:http';

const HEARTBEAT_MS = 15_000;

/** A Server-Sent Events stream to any number of listeners. */
export class EventStream {
  /** Listener -> id of the last event sent to it. */
  readonly #listeners = new Map<ServerResponse, string>();
  readonly #heartbeat = setInterval(() => {
    for (const listener of this.#listeners.keys()) listener.write(': here\n\n');
  }, HEARTBEAT_MS);

  /** Opens the stream to a listener that has everything up to the id `known`. */
  add(listener: ServerResponse, known: string): void {
    listener.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    listener.write(': open\n\n');
    listener.on('close', () => this.#listeners.delete(listener));
    this.#listeners.set(listener, known);
  }

  send(listener: ServerResponse, event: string, data: unknown): void {
    listener.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  broadcast(event: string, data: unknown): void {
    for (const listener of this.#listeners.keys()) this.send(listener, event, data);
  }

  /** Sends an event with an id to every listener whose last id differs. */
  broadcastOnce(event: string, id: string, data: unknown): void {
    for (const [listener, lastId] of this.#listeners) {
      if (lastId === id) continue;
      listener.write(`id: ${id}\n`);
      this.send(listener, event, data);
      this.#listeners.set(listener, id);
    }
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const listener of this.#listeners.keys()) listener.end();
  }
}
