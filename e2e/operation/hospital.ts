import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeskRecordLink, RecordLinkState } from 'mock-api/contract';
import { totpCode, totpStep } from 'mock-api/security/totp';
import { type Hospital as FhirHospital, SYSTEM, startHospital } from 'mock-api/test/support/fhir-hospital';
import { REPO } from 'server-kit/paths';
import { bloodTest, demoRecords } from 'tools/fhir-server/hospital/records';
import { Api } from '../support/hospital/api.ts';
import { WORKSHOP } from '../support/hospital/workshop.ts';
import { blocksIn } from './blocks.ts';
import { installHere, type Operated } from './installation.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

const STAFF_EMAIL = 'nurse@wards.hilltop.example';
const PASSWORD = 'Sturdy-river-pass7';
const NAME = 'Hilltop Hospital';
const POLL_INTERVAL_MS = 50;

/** A patient that the desk has added, with a wristband. */
export interface Patient {
  id: string;
  code: string;
  /** Of a full session, after wristband and PIN. */
  token: string;
}

interface Names {
  firstName: string;
  lastName: string;
}

/** Matches a number however it is written. */
const digitsOf = (number: string) => [...number.replaceAll(/\D/g, '')].join('\\D*');

/**
 * A hospital's installation, made with the commands of docs/operate.md: production settings, PostgreSQL, https, a brand
 * of its own and a connection to a FHIR server. It has no demo: people enter as they do in a hospital.
 */
export class Hospital {
  readonly url: string;
  readonly api: Api;
  readonly mailbox: Mailbox;
  readonly #fhir: FhirHospital;
  readonly #machine: Operated;
  #staff = '';

  private constructor(machine: Operated, mailbox: Mailbox, fhir: FhirHospital) {
    this.url = `https://localhost:${machine.port}`;
    // Directly: Node doesn't trust the gateway's certificate.
    this.api = new Api(`http://127.0.0.1:${machine.port + 1}`);
    this.mailbox = mailbox;
    this.#machine = machine;
    this.#fhir = fhir;
  }

  /** Installs and starts the product, and makes the first staff account. The builds have to be there. */
  static async open(): Promise<Hospital> {
    const page = await readFile(join(REPO, 'docs/operate.md'), 'utf8');
    const [database, keys, certificate, start, _renewal, staff] = blocksIn(page)
      .filter(({ kind }) => kind === 'sh')
      .map(({ text }) => text);
    const mailbox = await openMailbox();
    const fhir = await startHospital();
    const machine = await installHere(mailbox, STAFF_EMAIL, { built: WORKSHOP, ports: 3 });
    const hospital = new Hospital(machine, mailbox, fhir);
    const connection = Object.entries(fhir.env).map(([name, value]) => `${name}=${value}`);
    const connect = `settings set api.env <<'END'\n${connection.join('\n')}\nEND`;
    try {
      for (const commands of [database, keys, connect, certificate, start]) await machine.shell.run(commands ?? '');
      await hospital.register({ firstName: 'Dana', lastName: 'Whitfield' }, STAFF_EMAIL, '+1 613 555 0140');
      await machine.shell.run(staff ?? '');
      // The guide's roles don't open every screen of the desk.
      await machine.shell.run('npm run -s accounts -- role "$STAFF_EMAIL" nurse clerk operator privacy --wards all');
      hospital.#staff = await hospital.signInStaff();
      const code = await mailbox.find(/Your sign-in code is (\d{6})/);
      const token = hospital.#staff;
      await hospital.api.call('POST', 'v1/sessions/second-factor', { token, body: { code } });
      const { secret } = (await hospital.api.call('POST', 'v1/authenticator', { token })) as { secret: string };
      const first = totpCode(secret, totpStep(Date.now()));
      await hospital.api.call('POST', 'v1/authenticator/confirm', { token, body: { code: first } });
      return hospital;
    } catch (thrown) {
      await hospital.close();
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#machine.end();
    await this.#fhir.server.close();
    this.mailbox.close();
  }

  /** Token of the staff's full session. */
  get staff(): string {
    return this.#staff;
  }

  /** Signs in the staff with their password only: the session still needs the code. */
  signInStaff(): Promise<string> {
    return this.signIn(STAFF_EMAIL);
  }

  /** Signs in with a password. Returns the session's token. */
  async signIn(email: string): Promise<string> {
    const body = { username: email, password: PASSWORD };
    return ((await this.api.call('POST', 'v1/sessions', { body })) as { token: string }).token;
  }

  /** Registers an account and validates its email. The number stays unproven. @param invitation from an invitation's link */
  async register(names: Names, email: string, phoneNumber: string, invitation?: string): Promise<void> {
    const password = { password: PASSWORD, confirmPassword: PASSWORD };
    const form = { ...names, email, phoneNumber, organization: NAME, ...password, ...(invitation && { invitation }) };
    await this.api.call('POST', 'v1/users/register', { body: form });
    const uuid = await this.mailbox.find(new RegExp(`^To: .*${email}[^]*?/validate-email/([0-9a-f]{32})`, 'm'));
    await this.api.call('POST', 'v1/users/validate-email', { body: { uuid, password: PASSWORD } });
  }

  /** Returns what a text message to a number says in the first group of a pattern. */
  textTo(number: string, pattern: RegExp): Promise<string> {
    return this.mailbox.find(new RegExp(`"to":"\\D*${digitsOf(number)}"[^}]*?${pattern.source}`));
  }

  /** Calls the desk's API for a patient. */
  desk(method: string, { id }: { id: string }, path: string, body?: object): Promise<unknown> {
    const options = { token: this.#staff, ...(body && { body }) };
    return this.api.call(method, `v1/desk/patients/${id}/${path}`, options);
  }

  /** Adds a patient, who signs in with wristband and PIN and agrees to the documents. */
  async admit(names: Names, phone: string, more: object = {}): Promise<Patient> {
    const { api } = this;
    const form = { ...names, phone, ...more };
    const { id } = (await api.call('POST', 'v1/desk/patients', { token: this.#staff, body: form })) as { id: string };
    const { code } = (await this.desk('POST', { id }, 'wristband', {})) as { code: string };
    const token = await api.scan(code);
    await api.call('POST', 'v1/sessions/pin', { token, body: {} });
    const pin = await this.textTo(phone, /security code is (\d{4})/);
    await api.call('POST', 'v1/sessions/pin/verify', { token, body: { pin } });
    const agreements = await api.call('GET', 'v1/agreements', { token });
    await api.call('POST', 'v1/agreements', { token, body: agreements });
    return { id, code, token };
  }

  /**
   * Gives the FHIR server the records of a person with a patient's wristband code, and has them read.
   * @param change fields of the person that differ now
   * @param state of the link once they are read
   */
  async connect(
    patient: Patient,
    fhirId: string,
    change: object = {},
    state: RecordLinkState = 'linked',
  ): Promise<void> {
    const reference = `Patient/${fhirId}`;
    for (const resource of [...demoRecords(Date.now()), ...bloodTest(new Date().toISOString())]) {
      const text = JSON.stringify(resource);
      const isTheirs = text.includes(`"${reference}"`) || resource.id === fhirId;
      if (!isTheirs && text.includes('"Patient/')) continue;
      const own = resource.id === fhirId && { identifier: [{ system: SYSTEM, value: patient.code }], ...change };
      this.#fhir.server.store.put({ ...JSON.parse(text.replaceAll('Northside General Hospital', NAME)), ...own });
    }
    await this.desk('POST', patient, 'record-link/sync');
    for (;;) {
      const link = (await this.desk('GET', patient, 'record-link')) as DeskRecordLink;
      if (!link.isSyncing && link.state === state && link.checkedAt !== null) return;
      await wait(POLL_INTERVAL_MS);
    }
  }

  /** Invites a supporter. @returns the token in the link of the text message */
  async invite(patient: Patient, name: string, phone: string): Promise<string> {
    await this.api.call('POST', 'v1/supporters', { token: patient.token, body: { name, phone } });
    return this.textTo(phone, /\/invitation\/([0-9a-f]{32})/);
  }
}
