/** A fake push service (RFC 8030), and browsers that subscribe to it and read its messages. */
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { NewPushSubscription, PushPayload } from '../../src/contract.ts';
import { createVapidKeys } from '../../src/security/vapid.ts';
import { type Received, type Reply, startService } from './services.ts';

export const VAPID = createVapidKeys();

/** Decrypts an aes128gcm body as a browser does (RFC 8188, RFC 8291). */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  assert.ok(body.readUInt32BE(16) >= body.length - 86, 'one record');
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  assert.ok(padded.subarray(end + 1).every((byte) => byte === 0));
  return padded.subarray(0, end).toString();
}

/** Verifies the sender (RFC 8292): signed with the product's key, for this service, and short-lived. */
function checkSender(header: string | undefined, origin: string): void {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  assert.equal(key, VAPID.publicKey);
  const point = Buffer.from(key, 'base64url');
  const part = (start: number) => point.subarray(start, start + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) };
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')));
  const token = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const seconds = token.exp - Date.now() / 1_000;
  assert.ok(token.aud === origin && seconds > 0 && seconds <= 86_400 && /^mailto:/.test(token.sub));
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

  #take({ path, headers, body }: Received): Reply | null {
    this.calls += 1;
    const found = this.#browsers.get(path);
    const reply = ANSWERS[path.split('/')[1] ?? ''];
    if (!found || reply === undefined) return { status: 404 };
    try {
      checkSender(headers.authorization, this.url);
      assert.ok(Number(headers.ttl) > 0 && headers['content-encoding'] === 'aes128gcm');
      assert.match(String(headers.topic), /^[\w-]{1,32}$/);
      const text = decrypt(body, found.keys, found.auth);
      if (reply?.status === 201) found.browser.read.push(JSON.parse(text));
    } catch (error) {
      this.faults.push(String(error));
      return { status: 400 };
    }
    return reply;
  }
}
