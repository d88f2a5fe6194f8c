import { render, screen } from '@testing-library/react';
import { openPage, updateSlice } from 'shared-ui/testing';
import { OfflineLine } from './OfflineLine.tsx';

beforeEach(() => openPage());

test('OfflineLine shows that the app is offline when there is no network', () => {
  updateSlice('session', { isOffline: true });
  render(<OfflineLine />);
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.');
});

test('OfflineLine reports a hospital outage with the age of the data', () => {
  updateSlice('session', { isOffline: true, isHospitalOut: true });
  updateSlice('events', { fetchedAt: Date.now() - 5 * 60_000 });
  render(<OfflineLine />);
  expect(screen.getByRole('status')).toHaveTextContent('The hospital can’t reach its data just now. Nothing is lost.');
  expect(screen.getByText(/What you see is 5 minutes old/)).toBeVisible();
});
