import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventStatus } from 'mock-api/contract';
import { MemoryRouter } from 'react-router';
import { TabBar } from '../index.ts';
import { EventCard, statusTone } from './EventCard.tsx';
import { Badge, initials, ProfileRow } from './ProfileRow.tsx';

const STATUSES: [EventStatus, string][] = [
  ['ACTIONABLE', 'act'],
  ['NOT_VIEWED', 'new'],
  ['URGENT', 'urgent'],
  ['PENDING', 'calm'],
  ['VIEWED', 'none'],
  ['COMPLETED', 'none'],
];

describe('EventCard', () => {
  it.each(STATUSES)('shows %s in the tone "%s"', (status, tone) => {
    expect(statusTone(status)).toBe(tone);
  });

  it('is one link with name, status and time', () => {
    render(
      <MemoryRouter>
        <EventCard
          name="Blood test"
          status="NOT_VIEWED"
          word="New"
          time="10:42 a.m."
          icon={null}
          to="/profile/1/results/7"
        />
      </MemoryRouter>,
    );
    const link = screen.getByRole('link', { name: 'Blood test New 10:42 a.m.' });
    expect(link).toHaveAttribute('href', '/profile/1/results/7');
  });

  it('is a button when it has no route, with its other controls outside of it', async () => {
    const open = jest.fn();
    const accept = jest.fn();
    render(
      <EventCard name="Maya asks" status="ACTIONABLE" word="Tell us" icon={null} onPress={open}>
        <button type="button" onClick={accept}>
          Accept
        </button>
      </EventCard>,
    );
    const card = screen.getByRole('button', { name: /Maya asks/ });
    expect(within(card).queryByRole('button')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(open).not.toHaveBeenCalled();
    await userEvent.click(card);
    expect(open).toHaveBeenCalledTimes(1);
    expect(accept).toHaveBeenCalledTimes(1);
  });
});

it('Badge renders nothing at 0, has a label for screen readers and shortens counts above 99', () => {
  const { container, rerender } = render(<Badge count={0} label="0 need attention" />);
  expect(container).toBeEmptyDOMElement();
  rerender(<Badge count={100} label="100 need attention" />);
  expect(screen.getByText('99+')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByText('100 need attention')).toBeInTheDocument();
});

it('ProfileRow shows the person with initials, the relation and the badge', () => {
  const names = ['Jordan Avery', 'Dr. Amara Osei', 'Maria del Carmen Ruiz', 'émile', ''];
  expect(names.map(initials)).toEqual(['JA', 'AO', 'MR', 'É', '']);
  render(<ProfileRow name="Jordan Avery" relation="You" badge={{ count: 3, label: '3 need attention' }} />);
  expect(screen.getByRole('button', { name: /Jordan Avery\s*You\s*3 need attention/ })).toBeInTheDocument();
});

it('TabBar marks the current tab visually and for screen readers', () => {
  render(
    <MemoryRouter>
      <TabBar
        label="Jordan"
        items={[
          { to: '/a', label: 'Events', icon: null, current: false },
          { to: '/b', label: 'Results', icon: null, current: true },
        ]}
      />
    </MemoryRouter>,
  );
  const bar = within(screen.getByRole('navigation', { name: 'Jordan' }));
  expect(bar.getByRole('link', { name: 'Results' })).toHaveAttribute('aria-current', 'page');
  expect(bar.getByRole('link', { name: 'Events' })).not.toHaveAttribute('aria-current');
});
