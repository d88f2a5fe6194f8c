import { render, screen, waitFor } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { MemoryRouter } from 'react-router';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, openPage } from 'shared-ui/testing';
import { EventList } from './EventList.tsx';

const COUNT = 200;

const many = Array.from({ length: COUNT }, (_, index) =>
  careEvent({ id: `e${index}`, type: EVENT_TYPE.HOSPITAL, createdAt: new Date(2e12 - index * 1000).toISOString() }),
);

function show(events: CareEvent[]): void {
  openPage();
  render(
    <MemoryRouter>
      <h2 id="stay">This stay</h2>
      <EventList events={events} name="This stay" labelledBy="stay" />
    </MemoryRouter>,
  );
}

test.each([
  ['ACTIONABLE', 'act', 'Tell us'],
  ['NOT_VIEWED', 'new', 'New'],
  ['URGENT', 'urgent', 'Urgent'],
  ['PENDING', 'calm', 'Pending'],
  ['VIEWED', 'none', ''],
  ['COMPLETED', 'none', ''],
] as const)('EventList shows %s with the bar "%s", the word "%s" and an icon', (status, tone, word) => {
  show([careEvent({ id: 'e', type: EVENT_TYPE.HOSPITAL, status })]);
  const card = screen.getByRole('listitem').querySelector('[data-tone]');
  expect(card).toHaveAttribute('data-tone', tone);
  expect(card?.querySelector('[data-part="disc"] svg')).toBeVisible();
  const shown = ['Tell us', 'New', 'Urgent', 'Pending'].filter((one) => screen.queryByText(one) !== null);
  expect(shown).toEqual(word === '' ? [] : [word]);
});

test('EventList asks for an answer, not for feedback, in an event about a supporter', () => {
  show([careEvent({ id: 'e', type: EVENT_TYPE.SUPPORTER, status: 'ACTIONABLE' })]);
  expect(screen.getByText('Please answer')).toBeVisible();
  expect(screen.queryByText('Tell us')).not.toBeInTheDocument();
});

test('EventList keeps the focus on a row when the virtualized list loads, which draws only a part', async () => {
  show(many);
  const row = () => screen.getByRole('link', { name: /^Event e3\b/ });
  row().focus();
  expect(row().closest('li')).not.toHaveAttribute('aria-setsize');
  await waitFor(() => expect(row().closest('li')).toHaveAttribute('aria-setsize', String(COUNT)));
  expect(row().closest('li')).toHaveAttribute('aria-posinset', '4');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(COUNT / 2);
  await waitFor(() => expect(row()).toHaveFocus());
});
