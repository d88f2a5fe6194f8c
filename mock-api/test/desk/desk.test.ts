import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  ApiError,
  AuditEntry,
  CareEvent,
  DeskAccount,
  DeskPatient,
  DeskPatientDetails,
  Notification,
  SessionAnswer,
  SignUp,
  Story,
} from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

describe('the desk', () => {
  let api: TestApi;
  let staff: string;
  let patient: DeskPatient;
  let code = '';
  const desk = <Body = ApiError>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    api.ask<Body>(method, `/api/v1/desk/${path}`, { token: staff, ...(body === undefined ? {} : { body }) });
  const patients = async (query = '') => (await desk<DeskPatient[]>('GET', `patients${query}`)).body;
  const found = async (search: string) =>
    (await patients(`?search=${encodeURIComponent(search)}`)).map(({ name }) => name);
  const create = (form: object) =>
    desk<DeskPatient & ApiError>('POST', 'patients', { firstName: 'A', lastName: 'B', ...form });
  const details = async (id = patient.id) => (await desk<DeskPatientDetails>('GET', `patients/${id}`)).body;
  const newBand = async () => (await desk<{ code: string }>('POST', `patients/${patient.id}/wristband`)).body.code;
  const send = <Body = CareEvent>(event: object, id: string | undefined = patient.id) =>
    desk<Body>('POST', `patients/${id}/events`, event);
  const setNext = <Body = ApiError>(step: object, id: string | undefined = patient.id) =>
    desk<Body>('PUT', `patients/${id}/next`, { title: 'Home', content: 'Soon', ...step });
  const endNext = async () => assert.equal((await desk('DELETE', `patients/${patient.id}/next`)).status, 204);
  const scan = (wristband: string) =>
    api.ask<SessionAnswer & ApiError>('POST', '/api/v1/sessions/code', { body: { code: wristband } });
  /** Opens a full session for the new patient by wristband and PIN. */
  const enter = async () => {
    await api.database.db.deleteFrom('throttles').execute();
    const token = await api.scan(code);
    const pin = { pin: await api.newPin(token, patient.phoneNumber) };
    assert.equal((await api.ask('POST', '/api/v1/sessions/pin/verify', { token, body: pin })).status, 200);
    return token;
  };
  const logOf = async (token: string) => (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token })).body;

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
  });
  after(() => api.close());

  it('creates a patient who can be found by names, parts of names and code, with and without accents', async () => {
    const made = await create({ firstName: 'Zoë', lastName: 'O’Connor-Côté', phone: '+1 514 555 0111' });
    assert.equal(made.status, 201);
    patient = made.body;
    assert.deepEqual([patient.email, patient.wristbandCode], [null, null]);
    code = await newBand();
    assert.match(code, /^ER\d{8}$/);
    for (const search of ['zoe', 'Zoë cot', 'CÔTÉ', "o'con", 'nor-c', code, code.slice(2, 8), code.toLowerCase()]) {
      assert.ok((await found(search)).includes(patient.name), search);
    }
    for (const search of ['zoe avery', '%', '_', '\\', 'er00000000zz']) assert.deepEqual(await found(search), []);
    const all = await patients();
    assert.equal(all[0]?.name, 'Jordan Avery', 'by last name');
    assert.deepEqual(await patients(`?limit=2&after=${all[0]?.id}`), all.slice(1, 3));
    assert.deepEqual(await patients('?after=nobody'), []);
    assert.equal((await desk('GET', 'patients?limit=0')).status, 400);
  });

  it('creates a patient without demo content, whose wristband and PIN open a session', async () => {
    const token = await enter();
    const story = (await api.ask<Story>('GET', '/api/v1/story', { token })).body;
    assert.deepEqual(story, { series: [], isStoryDone: true });
    assert.equal((await api.ask('POST', '/api/v1/story/patient/steps/0', { token })).status, 404);
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    assert.deepEqual((await api.ask<CareEvent[]>('GET', '/api/events', { token })).body, []);
  });

  it('a new wristband voids the old one and its PIN-less sessions', async () => {
    const old = code;
    const narrow = await api.scan(old);
    const full = await enter();
    code = await newBand();
    assert.notEqual(code, old);
    assert.deepEqual([(await scan(old)).status, (await scan(code)).status], [401, 200]);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: narrow })).status, 401);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: full })).status, 200);
  });

  it('the desk prints only the valid, issued wristband', async () => {
    const answer = await desk<string>('GET', `patients/${patient.id}/wristband.pdf`);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.match(answer.body, /^%PDF-1\.7/);
    assert.ok(answer.body.includes(`(${code})`));
    const { id } = (await create({ phone: '+15145550112' })).body;
    assert.equal((await desk('GET', `patients/${id}/wristband.pdf`)).body.error.code, 'NO_WRISTBAND');
  });

  it('the desk sends events and sets, changes and removes the next step', async () => {
    const token = await enter();
    const event = { type: 8, name: 'Room ready', content: 'Ward 4, room 12', content2: 'A nurse will take you there.' };
    const sent = await send(event);
    assert.equal(sent.status, 201);
    const [newest] = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    assert.deepEqual(newest, sent.body);
    assert.deepEqual([newest?.type, newest?.status, newest?.content2], [8, 'NOT_VIEWED', event.content2]);
    const next = async () => (await api.ask<Notification[]>('GET', '/api/v1/notifications', { token })).body;
    const step = {
      title: 'X-ray',
      content: 'Somebody will fetch you.',
      place: 'Level 2',
      at: '2026-11-23T15:00:00.000Z',
      delay: { minutes: 25, reason: 'An emergency came first.' },
    };
    assert.equal((await setNext({ title: 'Wait' })).status, 200);
    // What an API of the version before stores, in a rolling upgrade.
    await api.database.db.updateTable('notifications').set({ kind: 'information' }).execute();
    assert.equal((await setNext({ ...step, at: '2026-11-23T15:00:00Z' })).status, 200);
    const [told, ...others] = await next();
    const { id: _id, createdAt: _at, ...rest } = told ?? ({} as Notification);
    assert.deepEqual(rest, { ...step, kind: 'next-step', icon: 'map-pin', profileId: 1 });
    assert.deepEqual(others, []);
    const shown = await details();
    assert.deepEqual([shown.next, shown.events[0]], [told, newest]);
    await endNext();
    assert.deepEqual(await next(), []);
  });

  it('an urgent event ends with the event that the desk names, or with the next step about it', async () => {
    const token = await enter();
    const statusOf = async (id: string) =>
      (await api.ask<CareEvent>('GET', `/api/events/event?id=${id}`, { token })).body.status;
    const urgent = async (name: string) => (await send({ type: 8, name, content: 'Now', status: 'URGENT' })).body.id;
    const [brain, blood] = [await urgent('Brain scan now'), await urgent('Blood test now')];
    const taken = await send({ type: 3, name: 'Blood taken', content: 'It is at the laboratory', ends: [blood] });
    assert.deepEqual([await statusOf(blood), await statusOf(brain)], ['COMPLETED', 'URGENT']);
    const physician = await send({ type: 11, name: 'Dr. Osei', content: 'Your physician' });
    const ends = [taken.body.id, physician.body.id];
    await send({ type: 2, name: 'Blood test results', content: 'All values are normal', ends });
    assert.deepEqual([await statusOf(taken.body.id), await statusOf(physician.body.id)], ['COMPLETED', 'NOT_VIEWED']);

    const about = { type: 'event', id: brain };
    assert.deepEqual((await setNext<Notification>({ about })).body.about, about);
    await setNext({ title: 'Brain scan, a bit later', about });
    assert.equal(await statusOf(brain), 'URGENT', 'still about the same');
    await endNext();
    assert.equal(await statusOf(brain), 'COMPLETED');

    const again = await urgent('X-ray now');
    await setNext({ about: { type: 'event', id: again } });
    await setNext({ title: 'Going home' });
    assert.equal(await statusOf(again), 'COMPLETED');
    await api.ask('POST', `/api/v1/events/${again}/view`, { token });
    await send({ type: 3, name: 'Done', content: 'All of it', ends: [again, 'nothing'] });
    assert.equal(await statusOf(again), 'VIEWED', 'what is read stays read');
    await endNext();
  });

  it('the desk refuses events with foreign links or supporter types', async () => {
    const [jordan] = await patients('?search=avery');
    const { records } = await details(jordan?.id);
    assert.deepEqual((await details()).records, []);
    const [plan, result] = ['care-plan', 'result'].map((type) => records.find((record) => record.type === type)?.id);
    const about = { type: 'care-plan', id: plan };
    const refused = await setNext({ about });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.fields ?? {})], [400, ['about']]);
    assert.equal((await setNext({ about: { ...about, type: 'event' } }, jordan?.id)).status, 400);
    const discharged = { type: 8, name: 'Discharged', content: 'You may go home', linkId: plan };
    assert.deepEqual((await send(discharged, jordan?.id)).body.about, about);

    const event = { type: 2, name: 'Result', content: 'It is there', linkId: result };
    assert.ok((await send<ApiError>(event)).body.error.fields?.linkId);
    const own = await send(event, jordan?.id);
    assert.deepEqual([own.status, own.body.linkId], [201, result]);
    for (const type of [1, 12, 13, -1, 1.5, '8']) assert.equal((await send({ ...event, type })).status, 400);
  });

  it('the desk can unlock, sign out and expire a patient', async () => {
    const token = await enter();
    const { db } = api.database;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const throttle = { key: `email-step:${patient.id}`, count: 9, window_started_at: until, blocked_until: until };
    await db.insertInto('throttles').values(throttle).execute();
    assert.deepEqual([(await details()).isLocked, (await details()).sessions > 0], [true, true]);
    assert.equal((await desk('POST', `patients/${patient.id}/unlock`)).status, 204);
    assert.equal((await details()).isLocked, false);
    assert.equal((await desk('DELETE', `patients/${patient.id}/sessions`)).status, 204);
    assert.equal((await api.ask('GET', '/api/events', { token })).status, 401);
    assert.equal((await desk('POST', `patients/${patient.id}/expire`)).status, 204);
    assert.equal((await details()).isExpired, true);
    const again = await api.scan(code);
    assert.equal((await api.ask('POST', '/api/v1/sessions/pin', { token: again })).body.error.code, 'EXPIRED');
    await db.updateTable('users').set({ status_id: 1 }).where('id', '=', patient.id).execute();
  });

  it('the access log lists every desk action with the staff name', async () => {
    const log = await logOf(await enter());
    const acts = log.filter(({ who }) => who === 'Dana Whitfield, hospital staff').map(({ what }) => what);
    assert.deepEqual([...new Set(acts)].sort(), [
      'Added an event to your timeline',
      'Changed what happens next',
      'Created your account',
      'Ended your access to the app',
      'Gave you a new wristband',
      'Let you try to sign in again',
      'Looked at your details and timeline',
      'Printed your wristband',
      'Removed what happens next',
      'Saw your name in a list of patients',
      'Signed you out everywhere',
    ]);
  });

  it('approves accounts, whose owners are notified and can sign in, and denies others with a reason', async () => {
    const person = { firstName: 'Lou', lastName: 'Roy', organization: 'Elsewhere', phoneNumber: '+15145550113' };
    const account = { ...person, email: 'lou@elsewhere.ca', password: PASSWORD, confirmPassword: PASSWORD };
    assert.equal((await api.ask('POST', '/api/v1/users/register', { body: account })).status, 201);
    const waiting = async (status = 'review') => (await desk<DeskAccount[]>('GET', `accounts?status=${status}`)).body;
    const [review, lou] = await waiting();
    assert.deepEqual([review?.email, lou?.email], ['review@example.com', account.email]);
    const approved = await desk<DeskAccount>('POST', `accounts/${review?.id}/approve`);
    assert.deepEqual([approved.status, approved.body.status], [200, 'approved']);
    assert.match((await api.lastMessage('review@example.com')).body, /is approved/);
    const token = await api.signIn('review@example.com');
    assert.equal((await api.ask('GET', '/api/events', { token })).status, 200);
    assert.ok((await logOf(token)).some(({ what }) => what === 'Approved your account'));

    const reason = 'We do not know this organization.';
    assert.equal((await desk('POST', `accounts/${lou?.id}/deny`, { reason: ' ' })).status, 400);
    assert.equal((await desk<DeskAccount>('POST', `accounts/${lou?.id}/deny`, { reason })).body.reason, reason);
    assert.match((await api.lastMessage('lou@elsewhere.ca')).body, new RegExp(reason));
    const [denied, ...others] = await waiting('denied');
    assert.deepEqual([denied?.email, others, await waiting()], [account.email, [], []]);
    const twice = await desk('POST', `accounts/${review?.id}/deny`, { reason });
    assert.deepEqual([twice.status, twice.body.error.code], [409, 'ALREADY_DECIDED']);
    await assert.rejects(api.mailedToken(account.email), 'the newest mail has no link');
    await api.database.db.updateTable('users').set({ email_validated: 1 }).where('email', '=', account.email).execute();
    const refused = await api.ask('GET', '/api/events', { token: await api.signIn(account.email) });
    assert.equal(refused.body.error.code, 'ACCOUNT_DENIED');
  });

  it('lists sign-ups and exports them to a file that contains no formulas', async () => {
    const names = ['=HYPERLINK("http://x")', 'Noor, "N"', 'Zoë'];
    for (const [index, name] of names.entries()) {
      const body = { email: `sign-up${index}@example.org`, name, city: '@home', optIn: index === 0 };
      assert.equal((await api.ask('POST', '/api/v1/users/poc', { body })).status, 204);
    }
    const { body } = await desk<SignUp[]>('GET', 'sign-ups');
    assert.deepEqual(body.map(({ name }) => name).sort(), [...names].sort());
    const page = await desk<SignUp[]>('GET', `sign-ups?limit=2&after=${encodeURIComponent(body[0]?.id ?? '')}`);
    assert.deepEqual(page.body, body.slice(1));
    const file = await desk<string>('GET', 'sign-ups.csv');
    assert.match(String(file.headers['content-type']), /^text\/csv/);
    assert.match(file.body, /"'=HYPERLINK\(""http:\/\/x""\)",sign-up0@example\.org,'@home,yes/);
  });

  it('returns 404 for an unknown patient, account or request, and refuses a number that can’t be texted', async () => {
    for (const [method, path, body] of [
      ['GET', 'patients/nobody'],
      ['POST', 'patients/nobody/wristband'],
      ['GET', 'patients/nobody/wristband.pdf'],
      ['PUT', 'patients/nobody/next', { title: 'x', content: 'x' }],
      ['POST', 'accounts/nobody/approve'],
      ['POST', 'requests/nothing/seen'],
    ] as const)
      assert.equal((await desk(method, path, body)).status, 404, path);
    const abroad = await create({ phone: '+001 416 555 0199' });
    assert.deepEqual([abroad.status, Object.keys(abroad.body.error.fields ?? {})], [400, ['phone']]);
    const taken = await create({ phone: '+15145550114', email: 'patient@example.org' });
    assert.equal(taken.body.error.code, 'ACCOUNT_EXISTS');
  });
});
