import { narrowUser, patient } from '../../testing/index.ts';
import { INITIAL_SESSION, reduceSession, type SessionEvent, type SessionState } from './state.ts';

const ended = { reason: 'idle', userId: patient.id, path: '/app/help' } as const;
const other = { ...patient, id: 'other' };

const unknown: SessionState = INITIAL_SESSION;
const anonymous: SessionState = { ...INITIAL_SESSION, status: 'anonymous' };
const ranOut: SessionState = { ...anonymous, hasRunOut: true, ended };
const signedIn = { ...INITIAL_SESSION, checkedAt: 1, hasRunOut: false } as const;
const full: SessionState = { ...signedIn, status: 'full', me: patient };
const narrow: SessionState = { ...signedIn, status: 'narrow', me: narrowUser };
const waiting: SessionState = { ...full, isUnconfirmed: true };
const offline: SessionState = { ...full, isOffline: true };
const out: SessionState = { ...offline, isHospitalOut: true };

const confirmed = { type: 'confirmed', me: patient, at: 1 } as const;
const resumed = { type: 'resumed', me: patient, at: 1 } as const;
const unreachable = { type: 'unreachable' } as const;
const signedOut = { type: 'ended', ended: null } as const;
const checkFailed = { type: 'check-failed', isHospitalOut: true } as const;

const TABLE: [name: string, before: SessionState, event: SessionEvent, after: SessionState][] = [
  ['a restored session', unknown, confirmed, full],
  ['a sign-in', anonymous, confirmed, full],
  ['a wristband', anonymous, { ...confirmed, me: narrowUser }, narrow],
  ['the PIN', narrow, confirmed, full],
  ['a confirmed copy', waiting, confirmed, full],
  ['a later check', full, { ...confirmed, at: 2 }, { ...full, checkedAt: 2 }],
  ['the network is back', out, confirmed, full],
  ['the same user after a session ran out', ranOut, confirmed, { ...full, ended }],
  ['a wristband after a session ran out', ranOut, { ...confirmed, me: narrowUser }, { ...narrow, ended }],
  ['another user after a session ran out', ranOut, { ...confirmed, me: other }, { ...full, me: other }],
  ['a warm start', unknown, { ...resumed, isOffline: false }, waiting],
  ['a start without network', unknown, { ...resumed, isOffline: true }, offline],
  ['a start during an outage', { ...unknown, isHospitalOut: true }, { ...resumed, isOffline: true }, out],
  ['a narrow copy', unknown, { ...resumed, me: narrowUser, isOffline: true }, { ...narrow, isOffline: true }],
  ['an outage during the start', unknown, checkFailed, { ...unknown, isHospitalOut: true }],
  ['an outage', offline, checkFailed, out],
  ['no network after an outage', out, { ...checkFailed, isHospitalOut: false }, offline],
  ['no network and no copy', unknown, unreachable, { ...anonymous, isOffline: true }],
  ['no network for a visitor', ranOut, unreachable, { ...ranOut, isOffline: true }],
  ['no network for a copy', waiting, unreachable, offline],
  ['no network', full, unreachable, offline],
  ['no network during an outage', out, unreachable, out],
  ['cached content', full, { ...unreachable, isHospitalOut: true }, out],
  ['cached content after an outage', out, { ...unreachable, isHospitalOut: false }, offline],
  ['no saved token', unknown, signedOut, anonymous],
  ['a sign-out', out, signedOut, anonymous],
  ['a sign-out elsewhere during the start', { ...unknown, ended }, signedOut, anonymous],
  ['a session that ran out', full, { type: 'ended', ended }, ranOut],
  ['a session that ran out while offline', out, { type: 'ended', ended }, ranOut],
  ['a copy that the server refuses', waiting, { type: 'ended', ended }, { ...anonymous, ended }],
  ['a saved session that is over', unknown, { type: 'ended', ended }, { ...anonymous, ended }],
  ['a sign-in in another tab', out, { type: 'replaced' }, unknown],
  ['a sign-in in another tab, run out here', ranOut, { type: 'replaced' }, { ...unknown, hasRunOut: true, ended }],
  ['a user who is back', { ...full, ended }, { type: 'returned' }, full],
];

test.each(TABLE)('reduceSession handles %s', (_name, before, event, after) => {
  expect(reduceSession(before, event)).toEqual(after);
});
