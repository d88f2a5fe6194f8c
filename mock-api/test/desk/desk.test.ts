/** The hospital's desk: what staff read and do, and what patients see of it in their log. */
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
  const found = async (search: string) =>
    (await desk<DeskPatient[]>('GET', `patients?search=${encodeURIComponent(search)}`)).body.map(({ name }) => name);
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
    const made = await desk<DeskPatient>('POST', 'patients', {
      firstName: 'Zoë',
      lastName: 'O’Connor-Côté',
      phone: '+1 514 555 0111',
    });
    assert.equal(made.status, 201);
    patient = made.body;
    assert.deepEqual([patient.email, patient.wristbandCode], [null, null]);
    code = (await desk<{ code: string }>('POST', `patients/${patient.id}/wristband`)).body.code;
    assert.match(code, /^ER\d{8}$/);
    for (const search of ['zoe', 'Zoë cot', 'CÔTÉ', "o'con", 'nor-c', code, code.slice(2, 8), code.toLowerCase()]) {
      assert.ok((await found(search)).includes(patient.name), search);
    }
    for (const search of ['zoe avery', '%', '_', '\\', 'er00000000zz']) assert.deepEqual(await found(search), []);
    assert.deepEqual((await found('')).slice(0, 1), ['Jordan Avery'], 'by last name');
  });

  it('pages through patients, each listed once', async () => {
    const names: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await desk<DeskPatient[]>('GET', `patients?limit=2${after && `&after=${after}`}`);
      names.push(...body.map(({ id }) => id));
      if (body.length < 2) break;
      after = body.at(-1)?.id ?? '';
    }
    const all = (await desk<DeskPatient[]>('GET', 'patients')).body.map(({ id }) => id);
    assert.deepEqual(names, all);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual((await desk<DeskPatient[]>('GET', 'patients?after=nobody')).body, []);
    assert.equal((await desk('GET', 'patients?limit=0')).status, 400);
  });

  it('creates a patient without demo content, whose wristband and PIN open a session', async () => {
    const token = await enter();
    const story = (await api.ask<Story>('GET', '/api/v1/story', { token })).body;
    assert.deepEqual(story, { series: [], isStoryDone: true });
    assert.equal((await api.ask('POST', '/api/v1/story/patient/steps/0', { token })).status, 404);
    assert.deepEqual((await api.ask<CareEvent[]>('GET', '/api/events', { token })).body, []);
    assert.deepEqual((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    assert.deepEqual((await api.ask<CareEvent[]>('GET', '/api/events', { token })).body, []);
  });

  it('a new wristband voids the old one and its PIN-less sessions', async () => {
    const old = code;
    const narrow = await api.scan(old);
    const full = await enter();
    code = (await desk<{ code: string }>('POST', `patients/${patient.id}/wristband`)).body.code;
    assert.notEqual(code, old);
    assert.deepEqual([(await scan(old)).status, (await scan(code)).status], [401, 200]);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: narrow })).status, 401);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: full })).status, 200);
  });

  it('the desk prints only the valid, issued wristband', async () => {
    const answer = await desk<string>('GET', `patients/${patient.id}/wristband.pdf`);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.match(answer.body, /^%PDF-1\.7/);
    assert.ok(answer.body.includes(Buffer.from(code).toString('hex')));
    const none = (
      await desk<DeskPatient>('POST', 'patients', { firstName: 'No', lastName: 'Band', phone: '+15145550112' })
    ).body;
    assert.equal((await desk('GET', `patients/${none.id}/wristband.pdf`)).body.error.code, 'NO_WRISTBAND');
  });

  it('the desk sends events and sets, changes and removes the next step', async () => {
    const token = await enter();
    const event = { type: 8, name: 'Room ready', content: 'Ward 4, room 12', content2: 'A nurse will take you there.' };
    const sent = await desk<CareEvent>('POST', `patients/${patient.id}/events`, event);
    assert.equal(sent.status, 201);
    const [newest] = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    assert.deepEqual(newest, sent.body);
    assert.deepEqual([newest?.type, newest?.status, newest?.content2], [8, 'NOT_VIEWED', event.content2]);
    const next = () => api.ask<Notification[]>('GET', '/api/v1/notifications', { token });
    const step = {
      title: 'X-ray',
      content: 'Somebody will fetch you.',
      place: 'Level 2',
      at: '2026-11-23T15:00:00Z',
      delay: { minutes: 25, reason: 'An emergency came first.' },
    };
    assert.equal(
      (await desk('PUT', `patients/${patient.id}/next`, { title: 'Wait', content: 'A moment' })).status,
      200,
    );
    // What an API of the version before stores, in a rolling upgrade.
    await api.database.db.updateTable('notifications').set({ kind: 'information' }).execute();
    assert.equal((await desk('PUT', `patients/${patient.id}/next`, step)).status, 200);
    const [told, ...others] = (await next()).body;
    const { id: _id, createdAt: _at, ...rest } = told ?? ({} as Notification);
    assert.deepEqual(rest, {
      ...step,
      at: '2026-11-23T15:00:00.000Z',
      kind: 'next-step',
      icon: 'map-pin',
      profileId: 1,
    });
    assert.deepEqual(others, []);
    const details = (await desk<DeskPatientDetails>('GET', `patients/${patient.id}`)).body;
    assert.deepEqual([details.next, details.events[0]], [told, newest]);
    assert.equal((await desk('DELETE', `patients/${patient.id}/next`)).status, 204);
    assert.deepEqual((await next()).body, []);
  });

  it('an urgent event ends with the event that the desk names, or with the next step about it', async () => {
    const token = await enter();
    const statusOf = async (id: string) =>
      (await api.ask<CareEvent>('GET', `/api/events/event?id=${id}`, { token })).body.status;
    const send = async (event: object) => (await desk<CareEvent>('POST', `patients/${patient.id}/events`, event)).body;
    const urgent = (name: string) => send({ type: 8, name, content: 'Now', status: 'URGENT' });
    const scan = await urgent('Brain scan now');
    const blood = await urgent('Blood test now');
    await send({ type: 3, name: 'Blood taken', content: 'It is at the laboratory', ends: [blood.id] });
    assert.deepEqual([await statusOf(blood.id), await statusOf(scan.id)], ['COMPLETED', 'URGENT']);

    const about = { type: 'event', id: scan.id };
    const next = (step: object) =>
      desk<Notification>('PUT', `patients/${patient.id}/next`, { content: 'Soon', ...step });
    assert.deepEqual((await next({ title: 'Brain scan', about })).body.about, about);
    await next({ title: 'Brain scan, a bit later', about });
    assert.equal(await statusOf(scan.id), 'URGENT', 'still about the same');
    await desk('DELETE', `patients/${patient.id}/next`);
    assert.equal(await statusOf(scan.id), 'COMPLETED');

    const again = await urgent('X-ray now');
    await next({ title: 'X-ray', about: { type: 'event', id: again.id } });
    await next({ title: 'Going home' });
    assert.equal(await statusOf(again.id), 'COMPLETED');
    await api.ask('POST', `/api/v1/events/${again.id}/view`, { token });
    await send({ type: 3, name: 'Done', content: 'All of it', ends: [again.id, 'nothing'] });
    assert.equal(await statusOf(again.id), 'VIEWED', 'what is read stays read');
    await desk('DELETE', `patients/${patient.id}/next`);
  });

  it('a next step opens only what the patient has, and a hospital event links to its care plan', async () => {
    const [jordan] = (await desk<DeskPatient[]>('GET', 'patients?search=avery')).body;
    const { records } = (await desk<DeskPatientDetails>('GET', `patients/${jordan?.id}`)).body;
    const plan = records.find(({ type }) => type === 'care-plan');
    const next = (id: string | undefined, about: object) =>
      desk('PUT', `patients/${id}/next`, { title: 'Home', content: 'Today', about });
    const about = { type: 'care-plan', id: plan?.id };
    const refused = await next(patient.id, about);
    assert.deepEqual([refused.status, Object.keys(refused.body.error.fields ?? {})], [400, ['about']]);
    assert.equal((await next(jordan?.id, { ...about, type: 'event' })).status, 400);
    const event = { type: 8, name: 'Discharged', content: 'You may go home', linkId: plan?.id };
    const { body } = await desk<CareEvent>('POST', `patients/${jordan?.id}/events`, event);
    assert.deepEqual(body.about, about);
  });

  it('the desk refuses events with foreign links or supporter types', async () => {
    const [jordan] = (await desk<DeskPatient[]>('GET', 'patients?search=avery')).body;
    const token = await api.signIn();
    const [result] = (await api.ask<{ id: string }[]>('GET', '/api/v1/results', { token })).body;
    const event = { type: 2, name: 'Result', content: 'It is there', linkId: result?.id };
    assert.equal(
      (await desk('POST', `patients/${patient.id}/events`, event)).body.error.fields?.linkId !== undefined,
      true,
    );
    const own = await desk<CareEvent>('POST', `patients/${jordan?.id}/events`, event);
    assert.deepEqual([own.status, own.body.linkId], [201, result?.id]);
    const { records } = (await desk<DeskPatientDetails>('GET', `patients/${jordan?.id}`)).body;
    assert.ok(records.some(({ type, id }) => type === 'result' && id === result?.id));
    assert.ok(records.some(({ type }) => type === 'care-plan'));
    assert.deepEqual((await desk<DeskPatientDetails>('GET', `patients/${patient.id}`)).body.records, []);
    for (const type of [1, 12, 13, -1, 1.5, '8']) {
      assert.equal((await desk('POST', `patients/${patient.id}/events`, { ...event, type })).status, 400);
    }
  });

  it('the desk can unlock, sign out and expire a patient', async () => {
    const token = await enter();
    const { db } = api.database;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const key = `email-step:${patient.id}`;
    await db
      .insertInto('throttles')
      .values({ key, count: 9, window_started_at: until, blocked_until: until })
      .execute();
    const details = async () => (await desk<DeskPatientDetails>('GET', `patients/${patient.id}`)).body;
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
    const ofStaff = log.filter(({ who }) => who === 'Dana Whitfield, hospital staff');
    const acts = new Set(ofStaff.map(({ what }) => what));
    for (const what of [
      'Created your account',
      'Gave you a new wristband',
      'Printed your wristband',
      'Saw your name in a list of patients',
      'Looked at your details and timeline',
      'Added an event to your timeline',
      'Changed what happens next',
      'Removed what happens next',
      'Let you try to sign in again',
      'Signed you out everywhere',
      'Ended your trial',
    ]) {
      assert.ok(acts.has(what), what);
    }
  });

  it('approves accounts, whose owners are notified and can sign in, and denies others with a reason', async () => {
    const account = {
      firstName: 'Lou',
      lastName: 'Roy',
      email: 'lou@elsewhere.ca',
      organization: 'Elsewhere',
      phoneNumber: '+15145550113',
      password: 'Sturdy-pass7',
      confirmPassword: 'Sturdy-pass7',
    };
    assert.equal((await api.ask('POST', '/api/v1/users/register', { body: account })).status, 201);
    const waiting = async (status = 'review') => (await desk<DeskAccount[]>('GET', `accounts?status=${status}`)).body;
    const [review, lou] = await waiting();
    assert.deepEqual([review?.email, lou?.email], ['review@example.com', 'lou@elsewhere.ca']);
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
    assert.deepEqual(
      (await waiting('denied')).map(({ email }) => email),
      ['lou@elsewhere.ca'],
    );
    assert.deepEqual(await waiting(), []);
    const twice = await desk('POST', `accounts/${review?.id}/deny`, { reason });
    assert.deepEqual([twice.status, twice.body.error.code], [409, 'ALREADY_DECIDED']);
    const mailed = await api.mailedToken('lou@elsewhere.ca').catch(() => undefined);
    assert.equal(mailed, undefined, 'the newest mail has no link');
    await api.database.db.updateTable('users').set({ email_validated: 1 }).where('email', '=', account.email).execute();
    const denied = await api.signIn(account.email, account.password);
    assert.equal((await api.ask('GET', '/api/events', { token: denied })).body.error.code, 'ACCOUNT_DENIED');
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
    assert.match(file.body, /"Noor, ""N""",/);
  });

  it('returns 404 for an unknown patient, account or request, and refuses a number that can’t be texted', async () => {
    const body = { title: 'x', content: 'x' };
    const missing: ['GET' | 'POST' | 'PUT' | 'DELETE', string, unknown?][] = [
      ['GET', 'patients/nobody'],
      ['POST', 'patients/nobody/wristband'],
      ['GET', 'patients/nobody/wristband.pdf'],
      ['PUT', 'patients/nobody/next', body],
      ['POST', 'accounts/nobody/approve'],
      ['POST', 'requests/nothing/seen'],
    ];
    for (const [method, path, sent] of missing) assert.equal((await desk(method, path, sent)).status, 404, path);
    const abroad = await desk('POST', 'patients', { firstName: 'A', lastName: 'B', phone: '+001 416 555 0199' });
    assert.deepEqual([abroad.status, Object.keys(abroad.body.error.fields ?? {})], [400, ['phone']]);
    const taken = { firstName: 'A', lastName: 'B', phone: '+15145550114', email: 'patient@example.org' };
    assert.equal((await desk('POST', 'patients', taken)).body.error.code, 'ACCOUNT_EXISTS');
  });

  it('is not open to a professional or a patient', async () => {
    for (const email of ['patient@example.org', 'professional@example.org']) {
      const token = await api.signIn(email, PASSWORD);
      assert.equal((await api.ask('GET', '/api/v1/desk/patients', { token })).body.error.code, 'STAFF_ONLY');
    }
  });
});
