import { act, render, screen } from '@testing-library/react';
import { openPage, updateSlice } from '../../testing/index.ts';
import type { Loading } from '../store.ts';
import { FetchedContent } from './FetchedContent.tsx';

beforeEach(openPage);

const content = (loading: Loading) => (
  <FetchedContent
    loading={loading}
    isEmpty
    failed="This can’t be shown"
    failedText="Please check your connection."
    retry={() => undefined}
    empty="There is nothing yet"
  >
    {null}
  </FetchedContent>
);

test('FetchedContent apologises for the hospital, not the connection, when the hospital can’t reach its data', () => {
  render(content('failed'));
  expect(screen.getByText('Please check your connection.')).toBeVisible();
  act(() => updateSlice('session', { isHospitalOut: true }));
  expect(screen.queryByText('Please check your connection.')).not.toBeInTheDocument();
  expect(screen.getByText(/please try again in a few minutes/)).toBeVisible();
});

test('FetchedContent apologises until content has come, keeps the focus, and has each failure read out', () => {
  const { rerender } = render(content('loading'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(content('failed'));
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  const readOut = screen.getByText('Please check your connection.');
  rerender(content('loading'));
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Please check your connection.')).toBe(readOut);
  rerender(content('failed'));
  expect(button).toHaveFocus();
  expect(button).not.toHaveAttribute('aria-busy');
  expect(screen.getByText('Please check your connection.')).not.toBe(readOut);
  rerender(content('ready'));
  expect(screen.getByText('There is nothing yet')).toBeVisible();
});
