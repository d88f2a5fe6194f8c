/** Test helper: a recorder on its own database, called without a network. */
import { randomUUID } from 'node:crypto';
import type { ApiError, ReceiptList, SurveyPayload, SurveyReceipt } from '../../src/contract.ts';
import { openDatabase } from '../../src/db/open.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import type { RecorderTables } from '../../src/recorder/tables.ts';
import type { App } from '../../src/services/context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

export const survey = (changes: Partial<SurveyPayload> = {}): SurveyPayload => ({
  Hospital: 'Northside General Hospital',
  Survey: 'Blood test',
  Responses: [
    { question: 'triageOption', answer: 5 },
    { question: 'triageComments', answer: 'A secret comment' },
  ],
  Email: 'patient@example.org',
  Name: 'Jordan Avery',
  ...changes,
});

export interface Post {
  /** A survey, or text of any kind. */
  payload?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The caller's network address. */
  address?: string;
}

export class TestRecorder {
  readonly app: App;
  readonly #files: TestDatabase;
  readonly #env: Record<string, string>;

  constructor(app: App, files: TestDatabase, env: Record<string, string>) {
    this.app = app;
    this.#files = files;
    this.#env = env;
  }

  /** Sends a survey with the key that is in every page, and a new idempotency key. */
  async post({ payload = survey(), token, headers, address }: Post = {}) {
    const answer = await this.app.inject({
      method: 'POST',
      url: '/',
      payload: payload as object | string,
      ...(address ? { remoteAddress: address } : {}),
      headers: {
        authorizer: this.#env.AUTHORIZER_KEY ?? 'demo-recorder-key',
        'idempotency-key': randomUUID(),
        ...(token ? { 'survey-token': token } : {}),
        ...headers,
      },
    });
    const { error, receiptId = '', receivedAt } = answer.json<Partial<ApiError & SurveyReceipt>>();
    return {
      status: answer.statusCode,
      code: error?.code,
      fields: Object.keys(error?.fields ?? {}),
      receiptId,
      receivedAt,
      wait: Number(answer.headers['retry-after']),
      origin: answer.headers['access-control-allow-origin'],
    };
  }

  async receipts(): Promise<ReceiptList['receipts']> {
    return (await this.app.inject('/receipts')).json<ReceiptList>().receipts;
  }

  /** Runs `work` on the recorder's own database. */
  async withTable<Answer>(work: (db: ReturnType<typeof openDatabase<RecorderTables>>['db']) => Promise<Answer>) {
    const { db } = openDatabase<RecorderTables>(readRecorderConfig(this.#env).database);
    const answer = await work(db);
    await db.destroy();
    return answer;
  }

  /** Returns how many surveys are stored. */
  async stored(): Promise<number> {
    const rows = await this.withTable((db) =>
      db.selectFrom('receipts').select('key_hash').where('state', '=', 'done').execute(),
    );
    return rows.length;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.#files.drop();
  }
}

export async function startRecorder(env: Record<string, string> = {}): Promise<TestRecorder> {
  const files = await createTestDatabase();
  const settings = { ...files.env, ...env };
  return new TestRecorder(await buildRecorder(readRecorderConfig(settings)), files, settings);
}

export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
export const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;
