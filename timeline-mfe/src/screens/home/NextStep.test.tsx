import { act, screen } from '@testing-library/react';
import { EVENT_TYPE, runtimeConfig } from 'shared-ui';
import { careEvent, fakeApi, openPage, openRoutes, setRuntimeConfig } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { step, stopClock, timeline } from '../../testing/home-data.ts';

const AT = '2026-11-20T20:05:00.000Z';

async function show(fields: object, events: unknown = [], now = '2026-11-19T12:00:00.000Z'): Promise<void> {
  stopClock(now);
  fakeApi(timeline(events, [step(fields)]));
  await openRoutes(feature.routes, '/app');
  await screen.findByRole('heading', { name: 'X-ray' });
}

beforeEach(() => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'America/Toronto' });
});
afterEach(() => jest.useRealTimers());

test('the next step shows place, time, delay and reason; the original time is struck through, and read out with the new one', async () => {
  await show({ at: AT, place: 'Level 2', delay: { minutes: 25, reason: 'An emergency came first.' } });
  expect(screen.getByText('Delayed by 25 minutes: An emergency came first.')).toBeVisible();
  expect(screen.getByText(/^Level 2/)).toBeVisible();
  expect(screen.getByText(/^Tomorrow, 3:05 p\.m\.$/)).toHaveProperty('tagName', 'S');
  expect(screen.getByText(/^about 3:30 p\.m\.$/)).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByText(/^Planned: Tomorrow, 3:05 p\.m\. Now: about 3:30 p\.m\.$/)).not.toHaveAttribute(
    'aria-hidden',
  );
});

test.each([
  ['a time', 'clock', { at: AT }],
  ['a place only', 'map-pin', { place: 'Level 2' }],
  ['neither', undefined, { icon: null }],
  ['neither, about a care plan,', 'clipboard-list', { about: { type: 'care-plan', id: 'plan' } }],
])('a step with %s has the icon %s', async (_, icon, fields) => {
  await show(fields);
  // A time without a delay is not struck through.
  if ('at' in fields) expect(screen.getByText(/^Tomorrow, 3:05 p\.m\.$/)).toHaveProperty('tagName', 'P');
  const card = screen.getByText('What happens next').closest('section');
  const first = card?.querySelector('svg');
  if (icon === undefined) expect(first).toBeNull();
  else expect(first).toHaveClass(`lucide-${icon}`);
});

const delay = { minutes: 30, reason: 'An emergency came first.' };
test('a step is no longer next once its time is over, with its delay, and leaves home an hour later', async () => {
  await show({ at: AT, delay }, [], '2026-11-20T20:34:45.000Z');
  expect(screen.getByText('What happens next')).toBeVisible();
  const pass = (minutes: number) => act(() => jest.advanceTimersByTime(minutes * 60_000));
  pass(0.5);
  expect(screen.queryByText('What happens next')).toBeNull();
  expect(screen.getByText('Was planned')).toBeVisible();
  expect(screen.getByText('Still waiting? Ask your nurse.')).toBeVisible();
  pass(60);
  expect(screen.queryByRole('heading', { name: 'X-ray' })).toBeNull();
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
