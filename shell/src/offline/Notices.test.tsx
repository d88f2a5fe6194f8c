import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from 'shared-ui/testing';
import { Notices } from './Notices.tsx';
import { setOffline } from './state.ts';
import { updateNow } from './updates.ts';

jest.mock('./updates.ts', () => ({ updateNow: jest.fn() }));

const title = () => screen.queryByText('A new version is available.');
const update = () => screen.getByRole('button', { name: 'Update to Current Version' });

beforeEach(() => {
  openPage();
  jest.mocked(updateNow).mockClear();
  setOffline({ own: 'a', newest: 'a', closed: null });
});

test('Notices offers a new version, which waits until it is asked for or all tabs are closed', async () => {
  render(<Notices />);
  expect(title()).toBeNull();
  act(() => setOffline({ newest: 'b' }));
  expect(title()).toBeVisible();
  expect(screen.getByText(/Otherwise it is used once all tabs are closed\./)).toBeVisible();
  expect(updateNow).not.toHaveBeenCalled();
  await userEvent.click(update());
  expect(updateNow).toHaveBeenCalledTimes(1);
});

test('Notices can be closed, and offers the next version again', async () => {
  render(<Notices />);
  act(() => setOffline({ newest: 'b' }));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(title()).toBeNull();
  expect(updateNow).not.toHaveBeenCalled();
  act(() => setOffline({ newest: 'c' }));
  expect(title()).toBeVisible();
});
