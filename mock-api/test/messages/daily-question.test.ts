/** The question of a day, from the hour of the ward to the concern at the desk. */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { ApiError, CareEvent, DailyAnswered, DailyRate, DeskRequest } from '../../src/contract.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { addToCounts } from '../../src/repositories/care/daily-questions.ts';
import { DailyQuestions, wardsDue } from '../../src/services/care/daily-job.ts';
import { startApi, type TestApi } from '../support/api.ts';

const ON = { DAILY_QUESTION: 'on', DAILY_QUESTION_AT: '18:00,4A=17:30', HOSPITAL_TIME_ZONE: 'America/Toronto' };
const NO_LOG = { warn: () => undefined };
const QUESTION = 'Is there anything about your safety or care that worries you?';

describe('the question of the day', () => {
  let api: TestApi;
  let dana: string;
  const tokens: string[] = [];

  /** Runs the job as one API process would, at a time of November 2026 in the hospital. */
  const runAt = async (day: number, time: string, env = ON) => {
    mock.timers.setTime(Date.parse(`2026-11-${day}T${time}:00-05:00`));
    const own = openDatabase<Tables>(readConfig(api.env).database);
    const job = new DailyQuestions(own.db, readConfig({ ...api.env, ...env }), NO_LOG);
    await job.settled();
    await own.db.destroy();
  };
  const questionsOf = async (token: string | undefined) =>
    (await api.get<CareEvent[]>('/api/events', token)).filter(({ dailyQuestion }) => dailyQuestion);
  const answer = (token: string | undefined, body: object) =>
    api.ask<DailyAnswered & ApiError>('POST', '/api/v1/profiles/1/daily-question/answer', { token, body });
  const worry = (date: string, fields: object) => ({ kind: 'worry', date, ...fields });
  const concerns = async () =>
    (await api.get<DeskRequest[]>('/api/v1/desk/requests?status=open', dana)).filter(({ kind }) => kind === 'concern');

  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-25T12:00:00-05:00') });
    api = await startApi({ HOSPITAL_TIME_ZONE: 'America/Toronto' });
    tokens.push(await api.signIn(), await api.signIn('second@example.org'));
    dana = await api.signInStaff();
    const later = '2999-01-01T00:00:00.000Z';
    await api.database.db.updateTable('sessions').set({ idle_at: later, expires_at: later }).execute();
  });
  after(async () => {
    await api.close();
    mock.timers.reset();
  });

  it('is asked within an hour of the ward’s own time, and not later that day', () => {
    const { daily } = readConfig({ ...api.env, ...ON });
    const [own, others] = [{ only: ['4A'] }, { except: ['4A'] }];
    const due = ['17:29', '17:30', '18:00', '18:29', '18:30', '18:59', '19:00', '23:00'].map((time) =>
      wardsDue(daily, time),
    );
    assert.deepEqual(due, [[], [own], [own, others], [own, others], [others], [others], [], []]);
  });

  it('is asked once, of patients with a stay, however many processes run and start again', async () => {
    await runAt(25, '17:29');
    assert.deepEqual(await questionsOf(tokens[0]), []);
    await Promise.all([runAt(25, '17:40'), runAt(25, '17:40')]);
    await runAt(25, '17:45');
    for (const token of tokens) {
      const [event, ...more] = await questionsOf(token);
      assert.deepEqual([event?.name, event?.status, more.length], [QUESTION, 'ACTIONABLE', 0]);
      assert.deepEqual(event?.dailyQuestion, { kind: 'worry', date: '2026-11-25' });
    }
    const rows = await api.database.db.selectFrom('daily_questions').select('user_id').execute();
    assert.equal(rows.length, 2, 'no staff, no expired account and none under review');
  });

  it('stays to do when it was opened and not answered', async () => {
    const [event] = await questionsOf(tokens[0]);
    await api.ask('POST', `/api/v1/events/${event?.id}/view`, { token: tokens[0] });
    assert.equal((await questionsOf(tokens[0]))[0]?.status, 'ACTIONABLE');
  });

  it('takes no answer that it doesn’t have, and none of another day', async () => {
    for (const [fields, field] of [
      [{ answer: 'worse' }, 'answer'],
      [{ answer: 'no', text: 'Why?' }, 'text'],
      [{ answer: 'no', isAnonymous: true }, 'isAnonymous'],
    ] as const) {
      const { status, body } = await answer(tokens[0], worry('2026-11-25', fields));
      assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [400, [field]]);
    }
    assert.equal((await answer(tokens[0], worry('2026-11-24', { answer: 'no' }))).status, 404);
    assert.equal((await answer(dana, worry('2026-11-25', { answer: 'no' }))).status, 404, 'was not asked');
  });

  it('becomes a concern with its owner and end, and leaves home', async () => {
    const body = worry('2026-11-25', { answer: 'yes', text: 'My pills look different.' });
    const sent = await answer(tokens[0], body);
    assert.deepEqual([sent.status, sent.body.urgency], [200, 'routine']);
    assert.deepEqual(await questionsOf(tokens[0]), []);
    const again = await answer(tokens[0], worry('2026-11-25', { answer: 'no' }));
    assert.deepEqual([again.status, again.body.error.code], [409, 'ALREADY_ANSWERED']);
    const [concern, ...more] = await concerns();
    assert.deepEqual([more.length, concern?.who, concern?.text], [0, 'Jordan Avery', 'My pills look different.']);
    assert.equal(concern?.about?.title, 'Question of the day');
    await runAt(25, '17:50');
    assert.deepEqual(await questionsOf(tokens[0]), [], 'not asked again');
  });

  it('keeps the same of an anonymous answer as of any other', async () => {
    const { status } = await answer(tokens[1], worry('2026-11-25', { answer: 'yes', isAnonymous: true }));
    assert.equal(status, 200);
    assert.ok((await concerns()).some(({ isAnonymous, who }) => isAnonymous && who === 'Anonymous'));
    const { id } = await api.user('second@example.org');
    const { db } = api.database;
    const rows = await db.selectFrom('daily_questions').selectAll().orderBy('user_id').execute();
    assert.deepEqual(new Set(rows.map(({ user_id: _, ...row }) => JSON.stringify(row))).size, 1);
    const logged = await db.selectFrom('audit').select('action').where('subject_id', '=', id).execute();
    assert.deepEqual(new Set(logged.map(({ action }) => action)), new Set(['SIGNED_IN']));
    const again = await answer(tokens[1], worry('2026-11-25', { answer: 'yes', isAnonymous: true }));
    assert.equal(again.status, 409);
  });

  it('is over the next day, and who was asked is forgotten', async () => {
    await runAt(26, '17:30');
    await runAt(27, '09:00');
    assert.deepEqual(await questionsOf(tokens[0]), []);
    assert.deepEqual(await api.database.db.selectFrom('daily_questions').selectAll().execute(), []);
    assert.equal((await answer(tokens[0], worry('2026-11-26', { answer: 'no' }))).status, 404);
  });

  it('is not asked when it is switched off', async () => {
    await runAt(27, '18:00', { ...ON, DAILY_QUESTION: 'off' });
    assert.deepEqual(await questionsOf(tokens[0]), []);
  });

  it('asks how people are from the day after their stay on, for some days', async () => {
    const second = await api.user('second@example.org');
    const at = '2026-11-27T15:00:00.000Z';
    const of = { id: 'stay', user_id: second.id, state: 'discharged' as const, created_at: at, updated_at: at };
    await api.database.db
      .insertInto('stays')
      .values({ ...of, admitted_at: null, discharged_at: at, room: null, source_key: null, discharged_by: null })
      .execute();
    const settings = { ...ON, DAILY_QUESTION: 'off', AFTER_DISCHARGE_DAYS: '2' };
    const asked: number[] = [];
    for (const day of [27, 28, 29, 30]) {
      await runAt(day, '17:45', settings);
      const [event] = await questionsOf(tokens[1]);
      if (event) asked.push(day);
      if (day !== 28) continue;
      assert.deepEqual([event?.name, event?.dailyQuestion?.kind], ['How are you?', 'at-home']);
      const body = { kind: 'at-home', date: '2026-11-28', answer: 'worse', text: 'I can’t breathe well.' };
      assert.equal((await answer(tokens[1], { ...body, isAnonymous: true })).status, 400);
      assert.equal((await answer(tokens[1], body)).body.urgency, 'urgent');
      const [concern] = (await concerns()).filter(({ who }) => who === 'Robin Tremblay');
      assert.deepEqual([concern?.urgency, concern?.text], ['urgent', 'I can’t breathe well.']);
    }
    assert.deepEqual(asked, [28, 29]);
    assert.deepEqual(await questionsOf(tokens[0]), [], 'the other patient is still in the hospital');
  });

  it('gives the quality department rates of months that are over, and no count below five', async () => {
    const { db } = api.database;
    const of = (ward: string) => ({ date: '2026-10-07', kind: 'worry' as const, ward });
    await addToCounts(db, of('4A'), { asked: 40, answered: 20, worried: 5 });
    await addToCounts(db, of('4B'), { asked: 9, answered: 8, worried: 4 });
    await addToCounts(db, of('4C'), { asked: 9, answered: 9, worried: 6 });
    const rates = await api.get<DailyRate[]>('/api/v1/desk/daily-rates', dana);
    assert.deepEqual(
      rates.map(({ month, ward, answered, worried, minutesToEnd }) => [month, ward, answered, worried, minutesToEnd]),
      [
        ['2026-10', '4A', 20, 5, null],
        ['2026-10', '4B', 8, null, null],
        ['2026-10', '4C', 9, null, null],
      ],
    );
    const { body } = await api.ask<string>('GET', '/api/v1/desk/daily-rates.csv', { token: dana });
    assert.match(body, /^\ufeffMonth,Ward,Question,/);
    assert.ok(body.includes(`2026-10,4A,${QUESTION},40,20,5,25,under 5,under 5\r\n`), body);
    assert.equal((await api.ask('GET', '/api/v1/desk/daily-rates', { token: tokens[0] })).status, 403);
  });

  it('has the median time until its concerns were ended', async () => {
    const { db } = api.database;
    const { id } = await api.user('patient@example.org');
    const about = JSON.stringify({ type: 'daily-question', id: 'worry-2026-10-07', title: null });
    const row = {
      user_id: id,
      author_id: id,
      profile_id: 1,
      kind: 'concern',
      about,
      text: '',
      status: 'done',
    } as const;
    const end = (minutes: number) => `2026-10-07T22:${String(minutes).padStart(2, '0')}:00.000Z`;
    const done = [50, 10, 20, 30, 40].map((minutes) => ({
      ...row,
      id: `ended-${minutes}`,
      created_at: end(0),
      seen_at: null,
      done_at: end(minutes),
    }));
    await db.insertInto('requests').values(done).execute();
    const [rate] = await api.get<DailyRate[]>('/api/v1/desk/daily-rates', dana);
    assert.deepEqual([rate?.ward, rate?.ended, rate?.minutesToEnd], ['4A', 5, 30]);
  });
});
