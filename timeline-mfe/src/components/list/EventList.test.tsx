import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, openPage } from 'shared-ui/testing';
import { EventList } from './EventList.tsx';

const COUNT = 200;

const many = Array.from({ length: COUNT }, (_, index) =>
  careEvent({ id: `e${index}`, type: EVENT_TYPE.HOSPITAL, createdAt: new Date(2e12 - index * 1000).toISOString() }),
);
const nothing = () => undefined;

test('EventList keeps the focus on a row when the virtualized list loads', async () => {
  openPage();
  render(
    <MemoryRouter>
      <h2 id="stay">This stay</h2>
      <EventList
        events={many}
        now={2e12}
        name="This stay"
        labelledBy="stay"
        hasButtons={false}
        focusOn={null}
        onDelete={nothing}
        onAccepted={nothing}
      />
    </MemoryRouter>,
  );
  const row = () => screen.getByRole('link', { name: /^Event e3\b/ });
  row().focus();
  expect(row().closest('li')).not.toHaveAttribute('aria-setsize');
  await waitFor(() => expect(row().closest('li')).toHaveAttribute('aria-setsize', String(COUNT)));
  await waitFor(() => expect(row()).toHaveFocus());
});
