import { screen, waitFor, within } from '@testing-library/react';
import type { DeskFeed, DeskFeedMessage } from 'mock-api/contract';
import { fakeApi, setLocale } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const FEED = 'GET v1/desk/feed';
const ASIDE = `${FEED}/messages?state=aside&limit=50`;
const RETRY = 'POST v1/desk/feed/messages/merge/retry';
const DISMISS = 'POST v1/desk/feed/messages/merge/dismiss';

const counts = { received: 3, applied: 120, aside: 2, unused: 7, dismissed: 1 };
const feed: DeskFeed = { lastReceivedAt: '2026-11-19T15:00:00.000Z', delaySeconds: 0, counts };
const merge: DeskFeedMessage = {
  id: 'merge',
  sender: 'ADT/NORTH',
  type: 'ADT^A40',
  controlId: 'MSG0042',
  receivedAt: '2026-11-19T15:00:00.000Z',
  state: 'aside',
  reason: 'Staff must decide about that.',
  patientId: 'lea',
};
const unknown = { ...merge, id: 'unknown', type: 'ZZZ^A01', controlId: 'MSG0043', patientId: null };
const refusal = {
  status: 409,
  body: { error: { code: 'ALREADY_DECIDED', message: 'This has already been decided.' } },
};

const open = () => openDesk('/desk/feed');
const message = async () => within(await screen.findByRole('article', { name: 'Two records become one (ADT^A40)' }));
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent;

test('FeedScreen shows the last message, the delay and counts, and what is put aside and why', async () => {
  fakeApi({ [FEED]: { ...feed, delaySeconds: 4_830 }, [ASIDE]: [merge, unknown] });
  await open();
  const shown = await message();
  expect(shown.getByText('Staff must decide about that.')).toBeVisible();
  expect(shown.getByText(/^Arrived on Nov.* 19, 2026 at .* · From ADT\/NORTH · Control ID MSG0042$/)).toBeVisible();
  expect(shown.getByRole('link')).toHaveAttribute('href', '/desk/patients/lea');
  expect(within(screen.getByRole('article', { name: 'Other message (ZZZ^A01)' })).queryByRole('link')).toBeNull();
  expect(factOf('Last message')).toMatch(/Nov.* 19, 2026/);
  expect(factOf('Delay')).toBe('1 h 20 min');
  expect(['Put aside', 'Waiting', 'Used', 'Not used', 'Dismissed'].map(factOf)).toEqual(['2', '3', '120', '7', '1']);
  expect(screen.getByText(/^The feed is behind: the oldest message has waited for 1 h 20 min/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('FeedScreen tries a message again, and keeps one that was decided elsewhere with the reason', async () => {
  const answers = [refusal, { ...merge, state: 'received', reason: null }];
  const calls = fakeApi({ [FEED]: { ...feed, delaySeconds: 59 }, [ASIDE]: [merge], [RETRY]: () => answers.shift() });
  const user = await open();
  const retry = (await message()).getByRole('button', { name: 'Try again' });
  const opened = calls.length;
  expect(factOf('Delay')).toBe('Less than a minute');
  expect(screen.queryByText(/^The feed is behind/)).toBeNull();
  await user.click(retry);
  expect(await screen.findByRole('alert')).toHaveTextContent('This has already been decided.');
  await user.click(retry);
  expect(await screen.findByText(/^Two records become one \(ADT\^A40\): trying again/)).toBeVisible();
  expect(screen.getByText('Nothing is put aside')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  // The list isn't fetched again: each view is recorded in the log of everyone on it.
  await waitFor(() => expect(calls.slice(opened).map(({ route }) => route)).toEqual([RETRY, RETRY, FEED]));
});

test('FeedScreen says what dismissing means, and lists dismissed messages, which can be tried again', async () => {
  const dismissed = { ...merge, state: 'dismissed', reason: null };
  const calls = fakeApi({
    [FEED]: feed,
    [ASIDE]: [merge],
    [DISMISS]: dismissed,
    [`${FEED}/messages?state=dismissed&limit=50`]: [dismissed],
  });
  const user = await open();
  const press = async () => user.click((await message()).getByRole('button', { name: 'Dismiss' }));
  await press();
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this message?' }));
  expect(dialog.getByText(/^What this message says won’t be used\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(calls.map(({ route }) => route)).not.toContain(DISMISS);
  await press();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('Two records become one (ADT^A40): dismissed')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('Nothing is put aside')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'dismissed');
  const shown = await message();
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again']);
});

test('FeedScreen says when no message has come, and offers to try again when it can’t be fetched', async () => {
  let answer: unknown = { status: 500, body: {} };
  fakeApi({ [FEED]: () => answer, [ASIDE]: [] });
  setLocale('fr');
  const user = await open();
  expect(await screen.findByText('Le flux ne peut pas s’afficher pour le moment')).toBeVisible();
  answer = { ...feed, lastReceivedAt: null };
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucun message encore')).toBeVisible();
  answer = feed;
  await user.click(screen.getByRole('button', { name: 'Actualiser' }));
  expect(await screen.findByText('Rien n’est mis de côté')).toBeVisible();
});
