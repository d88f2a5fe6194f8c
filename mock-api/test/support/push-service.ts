/** A fake push service (RFC 8030), and browsers that subscribe to it and read its messages. */
import assert from 'node:assert/strict';
import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import type { NewPushSubscription, PushPayload } from '../../src/contract.ts';
import { createVapidKeys } from '../../src/security/vapid.ts';
import { type Received, type Reply, startService } from './services.ts';

export const VAPID = createVapidKeys();

/** Verifies the sender (RFC 8292): signed with the product's key, for this service, and short-lived. */
async function checkSender(header: string | undefined, audience: string): Promise<void> {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  assert.equal(key, VAPID.publicKey);
  const point = Buffer.from(key, 'base64url');
  const part = (start: number) => point.subarray(start, start + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience, requiredClaims: ['exp'] });
  assert.ok(Number(payload.exp) <= Date.now() / 1_000 + 86_400);
  assert.match(String(payload.sub), /^mailto:/);
}

export interface Browser {
  subscription: NewPushSubscription;
  /** Payloads that it received and could decrypt. */
  read: PushPayload[];
}

/** The service's response to a push, by the first part of the endpoint's path. */
const ANSWERS: Readonly<Record<string, Reply | null>> = {
  fine: { status: 201, headers: { location: '/receipt/1' } },
  gone: { status: 410 },
  unknown: { status: 404 },
  busy: { status: 503 },
  moved: { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
  silent: null,
};

export class PushService {
  url = '';
  readonly #browsers = new Map<string, { browser: Browser; keys: ECDH; auth: Buffer }>();
  #stop = () => {};
  faults: string[] = [];
  calls = 0;

  async start(): Promise<this> {
    const service = await startService((call) => this.#take(call));
    this.url = service.url;
    this.#stop = () => service.close();
    return this;
  }

  close(): void {
    this.#stop();
  }

  /**
   * Creates a browser. @param kind the service's response to its pushes: fine, gone, unknown, busy, moved or silent
   */
  browser(kind: string): Browser {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/${kind}/${randomBytes(8).toString('hex')}`;
    const subscription = {
      endpoint: this.url + path,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    };
    const browser = { subscription, read: [] };
    this.#browsers.set(path, { browser, keys, auth });
    return browser;
  }

  async #take({ path, headers, body }: Received): Promise<Reply | null> {
    this.calls += 1;
    const found = this.#browsers.get(path);
    const reply = ANSWERS[path.split('/')[1] ?? ''];
    if (!found || reply === undefined) return { status: 404 };
    try {
      await checkSender(headers.authorization, this.url);
      assert.ok(Number(headers.ttl) > 0 && headers['content-encoding'] === 'aes128gcm');
      assert.match(String(headers.topic), /^[\w-]{1,32}$/);
      const { keys: privateKey, auth: authSecret } = found;
      const text = ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret });
      if (reply?.status === 201) found.browser.read.push(JSON.parse(text.toString()));
    } catch (error) {
      this.faults.push(String(error));
      return { status: 400 };
    }
    return reply;
  }
}
