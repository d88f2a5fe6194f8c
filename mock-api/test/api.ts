/** A real API on a fresh database, asked without a network, and the few things that every test does with it. */
import assert from 'node:assert/strict';
import { buildApp } from '../src/app.ts';
import type { App } from '../src/app-types.ts';
import { readConfig } from '../src/config.ts';
import type { ApiError, Outbox, OutboxMessage, SessionAnswer } from '../src/contract.ts';
import { type Database, openDatabase } from '../src/db/open.ts';
import type { Tables } from '../src/db/schema.ts';
import { phoneDigits } from '../src/phone.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

export interface Ask {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The network address that the call comes from. */
  address?: string;
}

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Record<string, string | number | string[] | undefined>;
}

export const PASSWORD = 'Demo-pass1';

/** A hospital's settings; messages get nowhere. */
export const PRODUCTION = {
  DEMO_MODE: '0',
  PUBLIC_URL: 'https://care.example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/texts',
};

export class TestApi {
  readonly app: App;
  readonly env: Record<string, string>;
  /** The test's own connection to the API's database. */
  readonly database: Database<Tables>;
  readonly #files: TestDatabase;

  constructor(app: App, files: TestDatabase, env: Record<string, string>) {
    this.app = app;
    this.env = env;
    this.#files = files;
    this.database = openDatabase<Tables>(readConfig(env).database);
  }

  async ask<Body = ApiError>(
    method: Method,
    url: string,
    { body, token, headers, address }: Ask = {},
  ): Promise<Answer<Body>> {
    const answer = await this.app.inject({
      method,
      url,
      ...(address ? { remoteAddress: address } : {}),
      headers: {
        // What never ends can't be asked in this way, and refuses who takes JSON alone.
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      body: (isJson ? answer.json() : answer.body) as Body,
      headers: answer.headers,
    };
  }

  /** The token of a password login. */
  async signIn(username = 'patient@example.org', password = PASSWORD): Promise<string> {
    const { status, body } = await this.ask<SessionAnswer>('POST', '/api/v1/sessions', {
      body: { username, password },
    });
    assert.equal(status, 200);
    return body.token;
  }

  /** Opens a session of staff, which a code by e-mail has widened. */
  async signInStaff(username = 'staff@example.org'): Promise<string> {
    const token = await this.signIn(username);
    const code = digits(await this.lastMessage(username), /\b(\d{6})\b/);
    const { status } = await this.ask('POST', '/api/v1/sessions/second-factor', { token, body: { code } });
    assert.equal(status, 200);
    return token;
  }

  /** The narrow token of a wristband. */
  async scan(code = 'ER10000001'): Promise<string> {
    const { status, body } = await this.ask<SessionAnswer>('POST', '/api/v1/sessions/code', { body: { code } });
    assert.equal(status, 200);
    return body.token;
  }

  async outbox(): Promise<OutboxMessage[]> {
    return (await this.ask<Outbox>('GET', '/api/dev/outbox')).body.messages;
  }

  /** Returns the newest message to an e-mail address, or to a phone number however it is written: texts go to its digits. */
  async lastMessage(to: string): Promise<OutboxMessage> {
    const recipient = to.includes('@') ? to : phoneDigits(to);
    const message = (await this.outbox()).find((item) => item.to === recipient);
    assert.ok(message, `nothing was sent to ${to}`);
    return message;
  }

  /** Requests a code by text message and reads it in the outbox. */
  async newPin(token: string, to = '+1 416 555 0101'): Promise<string> {
    const { status } = await this.ask('POST', '/api/v1/sessions/pin', { token });
    assert.equal(status, 200);
    return digits(await this.lastMessage(to), /\b(\d{4})\b/);
  }

  /** Returns the token at the end of the newest link that was mailed to an address. */
  async mailedToken(to: string): Promise<string> {
    return digits(await this.lastMessage(to), /\/onboarding\/[a-z-]+\/([0-9a-f-]{36})/);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.db.destroy();
    await this.#files.drop();
  }
}

function digits(message: OutboxMessage, pattern: RegExp): string {
  const found = pattern.exec(message.body)?.[1];
  assert.ok(found, 'the message holds no code');
  return found;
}

/** Starts an API that the test has to close. @param env beside the database's own settings */
export async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
  const files = await createTestDatabase();
  const settings = { ...files.env, ...env };
  return new TestApi(await buildApp(readConfig(settings)), files, settings);
}

/** A PIN that is certainly not this one, and not the demo's fallback. */
export function wrongPin(right: string, index = 0): string {
  const wrong = String(2000 + index);
  return wrong === right ? '7777' : wrong;
}
