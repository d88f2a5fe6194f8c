/** A hospital's feed for tests: it sends messages about one person each, and says what became of them. */
import assert from 'node:assert/strict';
import type { CareEvent, DeskPatientDetails } from '../../src/contract.ts';
import type { UserRow } from '../../src/repositories/accounts/users.ts';
import { findStay } from '../../src/repositories/desk/stays.ts';
import { startApi, type TestApi } from './api.ts';
import { messageOf, Sender } from './mllp.ts';

/** A patient visit at a place (`ward^room`), with the number of the stay. */
export const visit = (place: string, stay: string) => `PV1|1|I|${place}||||||||||||||||${stay}`;

/** A potassium value of an order. */
export const potassium = (order: string, value: string, status = 'F') => [
  `OBR|1||${order}|K^Salts^L|||20260101110000|||||||||||||||||LAB|${status}`,
  `OBX|1|NM|K^Potassium^L||${value}|mmol/L|3.5-5.1||||${status}`,
];

/** The segment that names the record that a merge retires. */
export const retires = (number: string) => `MRG|${number}^^^NORTH^MR`;

export class TestFeed {
  readonly api: TestApi;
  readonly #sender: Sender;
  #count = 0;

  private constructor(api: TestApi, sender: Sender) {
    this.api = api;
    this.#sender = sender;
  }

  static async start(): Promise<TestFeed> {
    const api = await startApi({ HL7_PORT: '0', HL7_SENDERS: 'ADT/NORTH' });
    return new TestFeed(api, await Sender.connect(api.app.feed?.port ?? 0));
  }

  async close(): Promise<void> {
    this.#sender.close();
    await this.api.close();
  }

  /** Sends a message about one person; resolves with what became of it. */
  send(type: string, number: string, ...segments: string[]): Promise<string> {
    return this.sendRaw({ type }, `PID|1||${number}^^^NORTH^MR||Roe^Ann||19800301|F`, ...segments);
  }

  async sendRaw(header: { type: string; version?: string }, ...segments: string[]): Promise<string> {
    this.#count += 1;
    const id = `M${this.#count}`;
    assert.deepEqual(await this.#sender.send(messageOf({ id, ...header }, ...segments)), [`MSA|AA|${id}`]);
    await this.api.app.feed?.settled();
    const rows = this.api.database.db.selectFrom('feed_message').selectAll().where('control_id', '=', id);
    const { state, reason } = await rows.executeTakeFirstOrThrow();
    return reason === null ? state : `${state}: ${reason}`;
  }

  /** Returns the patient, in use, with a record number. */
  async find(number: string): Promise<UserRow | undefined> {
    const users = this.api.database.db.selectFrom('users').selectAll().where('record_number', '=', number);
    return users.where('disabled_at', 'is', null).executeTakeFirst();
  }

  async user(number: string): Promise<UserRow> {
    return (await this.find(number)) ?? assert.fail(`no patient ${number}`);
  }

  /** Returns state, ward and room of the newest stay. */
  async stay(number: string): Promise<(string | null | undefined)[]> {
    const user = await this.find(number);
    const stay = user && (await findStay(this.api.database.db, user.id));
    return [stay?.state, user?.ward, user?.room];
  }

  /** Returns the values of a patient's results, as stored for the phone. */
  async values(number: string): Promise<string[]> {
    const id = (await this.find(number))?.id ?? '';
    const rows = await this.api.database.db
      .selectFrom('results')
      .select('document')
      .where('user_id', '=', id)
      .execute();
    const values = rows.flatMap(
      ({ document }) =>
        (JSON.parse(document) as { observations: { valueQuantity?: { figure: string } }[] }).observations,
    );
    return values.flatMap(({ valueQuantity }) => valueQuantity?.figure ?? []).sort();
  }

  async details(number: string, staff: string): Promise<DeskPatientDetails> {
    return this.api.get(`/api/v1/desk/patients/${(await this.user(number)).id}`, staff);
  }

  /** Undoes the newest merge of a patient. Resolves with the response's status. */
  async undo(number: string, staff: string): Promise<number> {
    const { id, merges = [] } = await this.details(number, staff);
    const url = `/api/v1/desk/patients/${id}/merges/${merges[0]?.id}/undo`;
    return (await this.api.post<CareEvent>(url, undefined, staff)).status;
  }
}
