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

beforeEach(openPage);

test('the next step shows place, time, delay and reason; the original time is struck through, and read out with the new one', async () => {
  await show({ at: AT, place: 'Level 2', delay: { minutes: 25, reason: 'An emergency came first.' } });
  expect(screen.getByText('Delayed by 25 minutes: An emergency came first.')).toBeVisible();
  expect(screen.getByText(/^Level 2/)).toBeVisible();
  expect(screen.getByText(/^Nov 20, 2026, \d{1,2}:05 [ap]\.m\.$/)).toHaveProperty('tagName', 'S');
  expect(screen.getByText(/^about \d{1,2}:30 [ap]\.m\.$/)).toHaveAttribute('aria-hidden', 'true');
  expect(
    screen.getByText(/^was Nov 20, 2026, \d{1,2}:05 [ap]\.m\., now about \d{1,2}:30 [ap]\.m\.$/),
  ).not.toHaveAttribute('aria-hidden');
});

test.each([
  ['a time', 'clock', { at: AT }],
  ['a place only', 'map-pin', { place: 'Level 2' }],
  ['neither', undefined, { icon: null }],
  ['neither, about a care plan,', 'clipboard-list', { about: { type: 'care-plan', id: 'plan' } }],
])('a step with %s has the icon %s', async (_, icon, fields) => {
  await show(fields);
  // A time without a delay is not struck through.
  if ('at' in fields) expect(screen.getByText(/^Nov 20, 2026, \d{1,2}:05 [ap]\.m\.$/)).toHaveProperty('tagName', 'P');
  const card = screen.getByText('What happens next').closest('section');
  const first = card?.querySelector('svg');
  if (icon === undefined) expect(first).toBeNull();
  else expect(first).toHaveClass(`lucide-${icon}`);
});

test.each([
  ['result', 'x', '/profile/1/results/x'],
  ['care-plan', 'x', '/profile/1/care-plans/x'],
  ['event', 'x', '/profile/1/events/x'],
  ['event', 'deleted', undefined],
])('a step opens the %s that it is about, unless it was deleted (%s)', async (type, id, path) => {
  await show({ about: { type, id } }, [careEvent({ id: 'x', type: EVENT_TYPE.HOSPITAL, status: 'URGENT' })]);
  await screen.findByText('Event x');
  expect(screen.queryByRole('link', { name: 'X-ray' })?.getAttribute('href')).toBe(path);
});
