import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  ApiError,
  AuditEntry,
  CareRequest,
  DeskAccount,
  DeskPatient,
  DeskPatientDetails,
  DeskRequest,
  DeskTemplate,
  DeskTemplates,
  WristbandSymbol,
} from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { routesOf } from '../support/openapi.ts';
import { shareWith } from '../support/sharing.ts';
import { StreamReader } from '../support/stream-reader.ts';

const MINUTES = 60_000;

describe('the desk’s worklist', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let supporter: string;
  let jordan: DeskPatient;
  const desk = <Body = ApiError>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    api.ask<Body>(method, `/api/v1/desk/${path}`, { token: staff, ...(body === undefined ? {} : { body }) });
  const found = async (search: string) =>
    (await desk<DeskPatient[]>('GET', `patients?search=${encodeURIComponent(search)}`)).body.map(({ name }) => name);
  const asks = async (token: string, kind: string, profile = 1) => {
    const request = { token, body: { kind, text: `A ${kind}` } };
    const sent = await api.ask<CareRequest>('POST', `/api/v1/profiles/${profile}/requests`, request);
    assert.equal(sent.status, 201);
    return sent.body;
  };
  const identify = <Body = DeskPatient>(body: object) => desk<Body>('PUT', `patients/${jordan.id}/identifiers`, body);
  const isLogged = async (said: string) => {
    const { body } = await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: patient });
    return body.some(({ what }) => what === said);
  };
  const updateUser = (email: string, change: { locale?: 'fr'; role_type?: string }) =>
    api.database.db.updateTable('users').set(change).where('email', '=', email).execute();

  before(async () => {
    api = await startApi({ OVERDUE_MINUTES: 'question:45', TEMPLATE_EDITORS: 'Staff@example.org' });
    staff = await api.signInStaff();
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    jordan = (await desk<DeskPatient[]>('GET', 'patients?search=avery')).body[0] as DeskPatient;
  });
  after(() => api.close());

  it('patients can be found by date of birth and by room, which the desk lists', async () => {
    assert.deepEqual([jordan.dateOfBirth, jordan.room], ['1958-03-14', '412']);
    assert.deepEqual(await found('1958-03-14'), ['Jordan Avery']);
    assert.deepEqual(await found('avery 1958'), ['Jordan Avery']);
    assert.deepEqual((await identify({ room: ' Été 7 ' })).body.room, 'Été 7');
    assert.deepEqual(await found('ete 7'), ['Jordan Avery']);
    assert.deepEqual(await found('412'), []);
    const namesake = { firstName: 'Jordan', lastName: 'Avery', dateOfBirth: '2001-12-31', room: '9B' };
    const made = await desk<DeskPatient>('POST', 'patients', { ...namesake, phone: '+1 514 555 0133' });
    assert.deepEqual([made.status, made.body.dateOfBirth, made.body.room], [201, '2001-12-31', '9B']);
    assert.deepEqual((await desk<DeskPatient[]>('GET', 'patients?search=avery 9b')).body[0]?.id, made.body.id);
  });

  it('a changed room is in the patient’s log, a removed one isn’t listed, and no birthday is in the future', async () => {
    assert.equal((await identify({ room: null })).body.room, null);
    assert.equal((await identify({ room: '  ' })).body.room, null);
    assert.equal((await identify({ room: '412' })).body.dateOfBirth, '1958-03-14', 'an absent value stays');
    assert.ok(await isLogged('Changed your date of birth, your room or your hospital numbers'));
    const future = await identify<ApiError>({ dateOfBirth: '2999-01-01' });
    assert.deepEqual([future.status, Object.keys(future.body.error.fields ?? {})], [400, ['dateOfBirth']]);
    for (const dateOfBirth of ['1958-02-30', '14/03/1958', '']) {
      assert.equal((await identify({ dateOfBirth })).status, 400, dateOfBirth);
    }
    assert.equal((await desk('PUT', 'patients/nobody/identifiers', { room: '1' })).status, 404);
  });

  it('the desk enters the hospital’s own record number and band code', async () => {
    assert.equal((await identify({ recordNumber: 'M-17', bandCode: 'H99' })).status, 200);
    for (const wrong of [{ recordNumber: 'M|17' }, { bandCode: '' }, { bandCode: 'a b' }])
      assert.equal((await identify(wrong)).status, 400, JSON.stringify(wrong));
    const numbers = async () => {
      const { body } = await desk<DeskPatientDetails>('GET', `patients/${jordan.id}`);
      return [body.recordNumber, body.bandCode];
    };
    assert.deepEqual(await numbers(), ['M-17', 'H99']);
    await identify({ bandCode: null });
    assert.deepEqual(await numbers(), ['M-17', null]);
  });

  it('neither the supporter nor the patient gets the date of birth or the room from any route', async () => {
    const { profileId } = await shareWith(api, patient, supporter);
    await identify({ dateOfBirth: '1903-02-01', room: 'Zanzibar' });
    await asks(supporter, 'question', profileId);
    const routes = await routesOf(api);
    const paths = routes.filter(({ method, path }) => method === 'GET' && !/desk|stream|dev|media/.test(path));
    assert.ok(paths.length > 10, `${paths.length} routes`);
    for (const token of [supporter, patient])
      for (const { path } of paths)
        for (const profile of ['1', String(profileId)]) {
          const { body } = await api.ask('GET', path.replace(/\{[^}]+\}/, profile), { token });
          assert.doesNotMatch(JSON.stringify(body), /1903-02-01|Zanzibar/, path);
        }
    const [request] = (await desk<DeskRequest[]>('GET', 'requests?status=sent')).body;
    assert.deepEqual([request?.patient.dateOfBirth, request?.patient.room], ['1903-02-01', 'Zanzibar']);
    await identify({ dateOfBirth: '1958-03-14', room: '412' });
  });

  it('a request is overdue after the minutes that the hospital sets for its kind, until someone has replied', async () => {
    const due = async (id: string) => {
      const { body } = await desk<DeskRequest>('GET', `requests/${id}`);
      return body.dueAt === null ? null : (Date.parse(body.dueAt ?? '') - Date.parse(body.createdAt)) / MINUTES;
    };
    const question = await asks(patient, 'question');
    const request = await asks(patient, 'request');
    assert.deepEqual([await due(question.id), await due(request.id)], [45, 30]);
    await desk('POST', `requests/${question.id}/seen`);
    assert.equal(await due(question.id), 45, 'read is not answered');
    await desk('POST', `requests/${question.id}/replies`, { text: 'Yes.' });
    assert.equal(await due(question.id), null);
    await desk('POST', `requests/${request.id}/done`);
    assert.equal(await due(request.id), null);
    const [account] = (await desk<DeskAccount[]>('GET', 'accounts')).body;
    assert.equal(Date.parse(account?.dueAt ?? '') - Date.parse(account?.createdAt ?? ''), 1440 * MINUTES);
    assert.equal((await desk('GET', 'requests/nothing')).status, 404);
  });

  it('a request names the language of who asked, for the reply', async () => {
    await updateUser('second@example.org', { locale: 'fr' });
    const { id } = await asks(supporter, 'request');
    assert.equal((await desk<DeskRequest>('GET', `requests/${id}`)).body.language, 'fr');
  });

  it('signing in with wristband and PIN counts as the last sign-in', async () => {
    const last = async () => (await desk<DeskPatientDetails>('GET', `patients/${jordan.id}`)).body.lastLoginAt ?? '';
    const before_ = await last();
    const token = await api.scan();
    assert.equal(await last(), before_, 'a scan alone opens nothing');
    const body = { pin: await api.newPin(token) };
    assert.equal((await api.ask('POST', '/api/v1/sessions/pin/verify', { token, body })).status, 200);
    assert.ok((await last()) > before_, `${before_} became ${await last()}`);
  });

  it('the QR code for a screen names the patient, and showing it is in the patient’s log', async () => {
    const { status, body } = await desk<WristbandSymbol>('GET', `patients/${jordan.id}/wristband`);
    assert.deepEqual([status, body.code, body.name, body.size], [200, 'ER10000001', 'Avery, Jordan', 21]);
    assert.match(body.path, /^(M\d+ \d+h\d+v1h-\d+z)+$/);
    assert.ok(await isLogged("Showed your wristband's code on a screen"));
  });

  it('a hospital starts with templates in both languages, which its editors add to, change and remove', async () => {
    const list = async () => (await desk<DeskTemplates>('GET', 'templates')).body;
    const defaults = await list();
    assert.equal(defaults.mayEdit, true);
    for (const kind of ['reply', 'event'])
      assert.ok(defaults.templates.filter((template) => template.kind === kind).length >= 3, kind);
    for (const { title, text } of defaults.templates) {
      for (const words of [title.en, title.fr, text.en, text.fr]) assert.match(words, /\S/);
      assert.notEqual(text.en, text.fr);
    }
    const template = { kind: 'event', title: { en: 'Lunch', fr: ' Dîner ' }, text: { en: 'At noon.', fr: 'À midi.' } };
    const added = await desk<DeskTemplate>('POST', 'templates', template);
    assert.deepEqual([added.status, added.body.title.fr], [201, 'Dîner']);
    const { id } = added.body;
    const changed = { ...template, text: { en: 'At one.', fr: 'À 13 h.' } };
    assert.equal((await desk<DeskTemplate>('PUT', `templates/${id}`, changed)).body.text.en, 'At one.');
    assert.ok((await list()).templates.some(({ id: own, text }) => own === id && text.fr === 'À 13 h.'));
    const long = { ...template, text: { en: 'x'.repeat(501), fr: 'À midi.' } };
    assert.equal((await desk('POST', 'templates', long)).body.error.fields?.text !== undefined, true);
    assert.equal((await desk('POST', 'templates', { ...long, kind: 'reply' })).status, 201);
    assert.equal((await desk('POST', 'templates', { ...template, title: { en: 'Lunch', fr: ' ' } })).status, 400);
    assert.equal((await desk('DELETE', `templates/${id}`)).status, 204);
    assert.equal((await desk('DELETE', `templates/${id}`)).status, 404);
    assert.equal((await desk('PUT', `templates/${id}`, template)).status, 404);
    const rows = await api.database.db.selectFrom('audit').select('object').where('object_id', '=', id).execute();
    const acts = rows.map(({ object }) => object).sort();
    assert.deepEqual(acts, ['template-added', 'template-changed', 'template-removed']);
  });

  it('staff whom the hospital does not list use templates but can’t change them', async () => {
    const email = 'professional@example.org';
    await updateUser(email, { role_type: 'staff' });
    const token = await api.signInStaff(email);
    const { mayEdit, templates } = (await api.ask<DeskTemplates>('GET', '/api/v1/desk/templates', { token })).body;
    assert.equal(mayEdit, false);
    const { id, ...body } = templates[0] as DeskTemplate;
    for (const [method, path, request] of [
      ['POST', '', { token, body }],
      ['PUT', `/${id}`, { token, body }],
      ['DELETE', `/${id}`, { token }],
    ] as const) {
      const refused = await api.ask(method, `/api/v1/desk/templates${path}`, request);
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'NOT_AN_EDITOR']);
    }
    await updateUser(email, { role_type: 'professional' });
  });

  it('staff streams get the ids of changed requests and accounts, also after a gap; other streams don’t', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const atDesk = await StreamReader.open(url, staff, { content: true });
    const other = await StreamReader.open(url, await api.signIn('professional@example.org'), { content: true });
    const { id } = await asks(patient, 'question');
    const has = (reader: StreamReader, kind: string) => reader.named(kind).length > 0;
    await atDesk.until((reader) => has(reader, 'request.updated'), 'the request at the desk');
    const [message] = atDesk.named('request.updated');
    assert.deepEqual([message?.data.id, message?.data.profileId, message?.data.event], [id, null, undefined]);
    const seen = atDesk.lastEventId;
    await atDesk.cut();
    await desk('POST', `requests/${id}/done`);
    const person = { firstName: 'Lou', lastName: 'Roy', organization: 'Elsewhere', phoneNumber: '+15145550113' };
    const account = { ...person, email: 'lou@elsewhere.ca', password: PASSWORD, confirmPassword: PASSWORD };
    assert.equal((await api.ask('POST', '/api/v1/users/register', { body: account })).status, 201);
    const again = await StreamReader.open(url, staff, { lastEventId: seen });
    await again.until((reader) => has(reader, 'account.updated'), 'the account at the desk');
    assert.equal(again.named('request.updated')[0]?.data.id, id);
    await again.cut();
    assert.ok(!other.messages.some(({ event }) => /request|account/.test(event)));
    await other.cut();
  });
});
