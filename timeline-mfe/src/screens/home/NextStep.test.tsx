import { screen } from '@testing-library/react';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, fakeApi, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { step, timeline } from '../../testing/home-data.ts';

const AT = '2026-11-20T15:05:00.000Z';

async function show(fields: object, events: unknown = []): Promise<void> {
  fakeApi(timeline(events, [step(fields)]));
  await openRoutes(feature.routes, '/app');
  await screen.findByText('What happens next');
}

beforeEach(() => openPage());

test('the original time of a delayed step is struck through, and read out with the new one', async () => {
  await show({ at: AT, delay: { minutes: 25, reason: 'An emergency came first.' } });
  expect(screen.getByText(/^Nov 20, 2026, \d{1,2}:05 [ap]\.m\.$/)).toHaveProperty('tagName', 'S');
  expect(screen.getByText(/^about \d{1,2}:30 [ap]\.m\.$/)).toHaveAttribute('aria-hidden', 'true');
  expect(
    screen.getByText(/^was Nov 20, 2026, \d{1,2}:05 [ap]\.m\., now about \d{1,2}:30 [ap]\.m\.$/),
  ).not.toHaveAttribute('aria-hidden');
});

test('a step without a delay shows its time alone', async () => {
  await show({ at: AT });
  expect(screen.getByText(/^Nov 20, 2026, \d{1,2}:05 [ap]\.m\.$/)).toHaveProperty('tagName', 'P');
});

test.each([
  ['a time', 'clock', { at: AT, place: 'Level 2' }],
  ['a place only', 'map-pin', { place: 'Level 2' }],
  ['neither', undefined, { icon: null }],
  ['neither, about a care plan,', 'clipboard-list', { about: { type: 'care-plan', id: 'plan' } }],
])('a step with %s has the icon %s', async (_, icon, fields) => {
  await show(fields);
  const card = screen.getByText('What happens next').closest('section');
  const first = card?.querySelector('svg');
  if (icon === undefined) expect(first).toBeNull();
  else expect(first).toHaveClass(`lucide-${icon}`);
});

test.each([
  ['result', '/profile/1/results/x'],
  ['care-plan', '/profile/1/care-plans/x'],
  ['event', '/profile/1/events/x'],
])('a step opens the %s that it is about', async (type, path) => {
  await show({ about: { type, id: 'x' } }, [careEvent({ id: 'x', type: EVENT_TYPE.HOSPITAL, status: 'URGENT' })]);
  expect(await screen.findByRole('link', { name: 'X-ray' })).toHaveAttribute('href', path);
});

test('a step opens nothing if its event was deleted', async () => {
  await show({ about: { type: 'event', id: 'x' } });
  expect(screen.queryByRole('link', { name: 'X-ray' })).not.toBeInTheDocument();
});
