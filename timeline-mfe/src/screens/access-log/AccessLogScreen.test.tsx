import { act, screen, within } from '@testing-library/react';
import type { AuditEntry } from 'mock-api/contract';
import { runtimeConfig } from 'shared-ui';
import { fakeApi, openPage, openRoutes, setLocale, setRuntimeConfig } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { byDay, MAX_ENTRIES } from './AccessLogScreen.tsx';

const ROUTE = 'GET v1/access-log';

const entry = (place: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `entry-${place}`,
  at: new Date(2026, 10, 20, 12, 0, -place).toISOString(),
  action: 'RECORD_VIEWED',
  who: 'Maya Chen',
  isYou: false,
  what: 'Looked at your results',
  ...changes,
});

const open = () => openRoutes(feature.routes, '/app/access-log');

beforeEach(openPage);

test('entries show action, person and time, grouped by day', async () => {
  fakeApi({ [ROUTE]: [entry(0), entry(1, { at: new Date(2026, 2, 16, 9, 41).toISOString() })] });
  await open();
  const older = within(await screen.findByRole('list', { name: 'Mar 16, 2026' }));
  expect(older.getByRole('listitem')).toHaveTextContent('Looked at your resultsMaya Chen9:41 a.m.');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

const mine = { action: 'SIGNED_IN', who: 'You', isYou: true, what: 'Signed in' } as const;

test('what others did comes first; what the user did is closed until they open it', async () => {
  fakeApi({ [ROUTE]: [entry(0, mine), entry(1), entry(2, mine)] });
  const user = await open();
  const others = within(await screen.findByRole('region', { name: 'By others' }));
  expect(others.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByText('Signed in')).not.toBeInTheDocument();
  const opener = screen.getByRole('button', { name: 'By you', expanded: false });
  await user.click(opener);
  expect(opener).toHaveAttribute('aria-expanded', 'true');
  const own = within(screen.getByRole('region', { name: 'By you' }));
  expect(own.getAllByText('Signed in')).toHaveLength(2);
  expect(await axeViolations()).toEqual([]);
});

test('says so when no one else has done anything', async () => {
  fakeApi({ [ROUTE]: [entry(0, mine)] });
  await open();
  expect(await screen.findByText('No one else has done anything with your data.')).toBeVisible();
});

test.each([
  ['a question', { action: 'REQUEST_SENT' }, 'message-circle'],
  ['a reply', { action: 'STAFF_CHANGED', staffAct: 'request-replied' }, 'reply'],
  ['a completed request', { action: 'STAFF_CHANGED', staffAct: 'request-done' }, 'check-check'],
  ['another change by staff', { action: 'STAFF_CHANGED', staffAct: 'account-erased' }, 'pencil-line'],
  ['a change by staff, from an older server', { action: 'STAFF_CHANGED' }, 'pencil-line'],
  ['a changed name', { action: 'IDENTITY_CHANGED', staffAct: 'name' }, 'id-card'],
  ['a look at the desk', { action: 'STAFF_VIEWED', staffAct: 'patients' }, 'eye'],
  ['a printed wristband', { action: 'STAFF_VIEWED', staffAct: 'wristband' }, 'scan-barcode'],
  ['an action of a newer server', { action: 'FAXED' }, 'info'],
])('%s has its own icon', async (_, changes, icon) => {
  fakeApi({ [ROUTE]: [entry(0, changes)] });
  await open();
  const shown = (await screen.findByRole('listitem')).querySelector('svg');
  expect(shown).toHaveClass(`lucide-${icon}`);
});

test('changing the language refetches the log', async () => {
  const calls = fakeApi({ [ROUTE]: [entry(0, { at: new Date(2026, 2, 16).toISOString() })] });
  await open();
  await screen.findByRole('listitem');
  const before = calls.length;
  act(() => setLocale('fr'));
  expect(await screen.findByRole('list', { name: '16 mars 2026' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Qui a consulté mon dossier');
  expect(calls.length).toBeGreaterThan(before);
});

test('Show more moves the focus to the first new entry, and says at the limit that older entries exist', async () => {
  fakeApi({ [ROUTE]: Array.from({ length: MAX_ENTRIES }, (_, place) => entry(place, { what: `Entry ${place}` })) });
  const user = await open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(30);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(60);
  expect(document.activeElement).toHaveTextContent('Entry 30');
  for (let press = 0; press < 5; press += 1) await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(MAX_ENTRIES);
  expect(screen.getByText('These are the newest 200 entries. The hospital has the older ones.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test.each(['/app/settings', '/app/help'])(
  '%s links to the access log, which explains what will appear',
  async (path) => {
    fakeApi({ [ROUTE]: [] });
    const user = await openRoutes(feature.routes, path);
    await user.click(await screen.findByRole('link', { name: 'Who looked at my records' }));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Who looked at my records');
    expect(await screen.findByText('Nothing has been looked at yet')).toBeVisible();
  },
);

test('entries are grouped by day at the hospital', () => {
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'America/Toronto' });
  const entries = ['2026-01-03T01:00:00Z', '2026-01-02T05:00:00Z', '2026-01-02T04:59:00Z'].map((at) => ({ at }));
  expect(byDay(entries).map((day) => day.entries.length)).toEqual([2, 1]);
});
