/** What the tests of invitations share: a patient who invites, and people who answer. */
import assert from 'node:assert/strict';
import type {
  ApiError,
  CareEvent,
  Profile,
  Registered,
  Supporter,
  SupporterInvited,
  SupporterPermissions,
} from '../../src/contract.ts';
import { newForm, outcomeOf, type TestApi } from '../support/api.ts';
import { sayYes } from '../support/sharing.ts';

export const PASSWORD = newForm().password;

export class Inviting {
  readonly api: TestApi;
  /** Token of the patient's session. */
  readonly patient: string;
  #count = 0;

  constructor(api: TestApi, patient: string) {
    this.api = api;
    this.patient = patient;
  }

  /** Invites Sacha. Returns the link's token, and the patient's view of the invitation. */
  async invite(phone?: string, permissions?: SupporterPermissions) {
    this.#count += 1;
    const number = phone ?? `+1 514 555 03${String(this.#count).padStart(2, '0')}`;
    const form = { name: 'Sacha', phone: number, ...(permissions && { permissions }) };
    const answer = await this.api.post<SupporterInvited>('/api/v1/supporters', form, this.patient);
    assert.equal(answer.status, 201);
    const { supporter, event } = answer.body;
    const uuid = /\/invitation\/([0-9a-f]{32})/.exec((await this.api.lastMessage(number)).body)?.[1] ?? '';
    const list = <Item>(url: string) => this.api.get<Item[]>(url, this.patient);
    return {
      uuid,
      supporterId: supporter.id,
      eventId: event.id,
      /** The entry in the patient's list of supporters. */
      entry: async () => (await list<Supporter>('/api/v1/supporters')).find(({ id }) => id === supporter.id),
      /** Status and text of the event on the patient's timeline. */
      event: async () => {
        const found = (await list<CareEvent>('/api/events')).find(({ id }) => id === event.id);
        return [found?.status, found?.content];
      },
    };
  }

  /** Sends the registration of a new person. */
  async register(fields: object, domain = 'mail.ca') {
    this.#count += 1;
    const email = `friend${this.#count}@${domain}`;
    const phoneNumber = `+1 514 555 02${String(this.#count).padStart(2, '0')}`;
    const form = newForm({ firstName: 'Sacha', lastName: 'Bell', email, phoneNumber, ...fields });
    const answer = await this.api.post<Registered & ApiError>('/api/v1/users/register', form);
    return { ...answer, email: email.toLowerCase() };
  }

  async validate(email: string): Promise<void> {
    const mail = (await this.api.outbox()).find(({ to, body }) => to === email && body.includes('/validate-email/'));
    const uuid = /validate-email\/([0-9a-f]{32})/.exec(mail?.body ?? '')?.[1];
    assert.equal((await this.api.post('/api/v1/users/validate-email', { uuid })).status, 200);
  }

  /** Validates the email, and says yes as the patient. */
  async admit(email: string): Promise<void> {
    await this.validate(email);
    await sayYes(this.api, this.patient);
  }

  /** Returns the names on the profiles that a session sees. */
  async profiles(token: string): Promise<string[]> {
    return (await this.api.get<Profile[]>('/api/v1/profiles', token)).map(({ title }) => title);
  }

  async profilesOf(email: string): Promise<string[]> {
    return this.profiles(await this.api.signIn(email, PASSWORD));
  }

  /** Opens the link. */
  async open(uuid: string): Promise<string> {
    return outcomeOf(await this.api.ask('GET', `/api/v1/invitations/${uuid}`));
  }
}
