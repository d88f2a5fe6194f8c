/** Test harness: a real API on its own database, called without a network, with helpers for common steps. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { buildApp } from '../../src/app.ts';
import { phoneDigits } from '../../src/common/phone.ts';
import { readConfig } from '../../src/config/config.ts';
import type { ApiError, Outbox, OutboxMessage, SessionAnswer } from '../../src/contract.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import type { UserRow } from '../../src/repositories/accounts/users.ts';
import type { App } from '../../src/services/context.ts';
import { copyTemplate, type TestDatabase } from './database.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

export interface TestRequest {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The caller's network address. */
  address?: string;
}

export interface TestResponse<Body> {
  status: number;
  body: Body;
  headers: Record<string, string | number | string[] | undefined>;
}

export const PASSWORD = 'Demo-pass1';

/** Settings of a hospital rather than a demo. Its messages can't be delivered. */
export const PRODUCTION = {
  DEMO_MODE: '0',
  PUBLIC_URL: 'https://care.example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/texts',
  SURVEY_TOKEN_KEY: 'a-survey-token-key-of-these-tests',
  BRAND_FILE: join(import.meta.dirname, '../../../gateway/testing/hospital-brand.json'),
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
    { body, token, headers, address }: TestRequest = {},
  ): Promise<TestResponse<Body>> {
    const response = await this.app.inject({
      method,
      url,
      ...(address ? { remoteAddress: address } : {}),
      headers: {
        // `inject` can't read endless streams. The stream endpoint refuses clients that accept only JSON.
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const isJson = /^application\/(scim\+)?json/.test(String(response.headers['content-type'] ?? ''));
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : response.body) as Body,
      headers: response.headers,
    };
  }

  /** Returns the body of the response to a GET. */
  async get<Body>(url: string, token?: string): Promise<Body> {
    return (await this.ask<Body>('GET', url, { token })).body;
  }

  post<Body = ApiError>(url: string, body?: unknown, token?: string): Promise<TestResponse<Body>> {
    return this.ask('POST', url, { body, token });
  }

  /** Returns an account's row. */
  user(email: string): Promise<UserRow> {
    return this.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  }

  async setUser(email: string, values: Partial<UserRow>): Promise<void> {
    await this.database.db.updateTable('users').set(values).where('email', '=', email).execute();
  }

  /** Resets all counters of attempts and messages. */
  async resetThrottles(): Promise<void> {
    await this.database.db.deleteFrom('throttles').execute();
  }

  /** Signs in with a password. Returns the session's token. */
  async signIn(username = 'patient@example.org', password = PASSWORD): Promise<string> {
    const { status, body } = await this.ask<SessionAnswer>('POST', '/api/v1/sessions', {
      body: { username, password },
    });
    assert.equal(status, 200);
    return body.token;
  }

  /** Signs in as staff with the code sent by email. Returns the session's token. */
  async signInStaff(username = 'staff@example.org'): Promise<string> {
    const token = await this.signIn(username);
    const code = digits(await this.lastMessage(username), /\b(\d{6})\b/);
    const { status } = await this.ask('POST', '/api/v1/sessions/second-factor', { token, body: { code } });
    assert.equal(status, 200);
    return token;
  }

  /** Scans a wristband. Returns the token of the narrow session. */
  async scan(code = 'ER10000001'): Promise<string> {
    const { status, body } = await this.ask<SessionAnswer>('POST', '/api/v1/sessions/code', { body: { code } });
    assert.equal(status, 200);
    return body.token;
  }

  /** Enters the code that was texted to a mobile number. */
  async proveNumber(token: string, number: string): Promise<TestResponse<ApiError>> {
    const code = digits(await this.lastMessage(number), /\b(\d{6})\b/);
    return this.ask('POST', '/api/v1/users/me/phone/confirm', { token, body: { code } });
  }

  async outbox(): Promise<OutboxMessage[]> {
    return (await this.ask<Outbox>('GET', '/api/dev/outbox')).body.messages;
  }

  /** Returns the latest message to an email address, or to a phone number in any format. */
  async lastMessage(to: string): Promise<OutboxMessage> {
    const recipient = to.includes('@') ? to : phoneDigits(to);
    const message = (await this.outbox()).find((item) => item.to === recipient);
    assert.ok(message, `nothing was sent to ${to}`);
    return message;
  }

  /** Requests a PIN by text message and returns it from the outbox. */
  async newPin(token: string, to = '+1 416 555 0101'): Promise<string> {
    const { status } = await this.ask('POST', '/api/v1/sessions/pin', { token });
    assert.equal(status, 200);
    return digits(await this.lastMessage(to), /\b(\d{4})\b/);
  }

  /** Returns the token from the latest link that was emailed to an address. */
  async mailedToken(to: string): Promise<string> {
    return digits(await this.lastMessage(to), /\/onboarding\/[a-z-]+\/([0-9a-f]{32})/);
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

/** Returns a response's status, with the error code if it has one, such as "403 PIN_REQUIRED". */
export function outcomeOf({ status, body }: TestResponse<unknown>): string {
  const code = (body as Partial<ApiError> | null)?.error?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}

let people = 0;

/** Returns a valid registration form, by default with a new email of the approved domain. */
export function newForm(fields: object = {}) {
  people += 1;
  return {
    firstName: 'Kim',
    lastName: 'Nguyen',
    email: `person${people}@example.org`,
    organization: 'Northside General Hospital',
    phoneNumber: '+14165550144',
    password: 'Sturdy-river-pass7',
    confirmPassword: 'Sturdy-river-pass7',
    ...fields,
  };
}

/** Starts an API, which the test has to close. @param env settings in addition to those of the database */
export async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
  const files = await copyTemplate(env.DEMO_MODE === '0' ? 'production' : 'demo');
  // No test may depend on the time of day.
  const settings = { DAILY_QUESTION: 'off', ...files.env, ...env };
  return new TestApi(await buildApp(readConfig(settings)), files, settings);
}

/** Returns a PIN that is neither the right one nor the demo's fallback. */
export function wrongPin(right: string, index = 0): string {
  const wrong = String(2000 + index);
  return wrong === right ? '7777' : wrong;
}
