import { render, screen } from '@testing-library/react';
import { updateSlice } from 'shared-ui/host';
import { openPage } from 'shared-ui/testing';
import { OfflineLine } from './OfflineLine.tsx';

beforeEach(() => openPage());

test('a page without network says that it is offline', () => {
  updateSlice('session', { isOffline: true });
  render(<OfflineLine />);
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.');
});

test('a page whose hospital can’t reach its data says so, and that nothing is lost, with the age of what it shows', () => {
  updateSlice('session', { isOffline: true, isHospitalOut: true });
  updateSlice('events', { fetchedAt: Date.now() - 5 * 60_000 });
  render(<OfflineLine />);
  expect(screen.getByRole('status')).toHaveTextContent('The hospital can’t reach its data just now. Nothing is lost.');
  expect(screen.getByText(/What you see is 5 minutes old/)).toBeVisible();
});
