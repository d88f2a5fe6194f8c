import { act, render, screen } from '@testing-library/react';
import { openPage, updateSlice } from '../../testing/index.ts';
import { FetchedContent } from './FetchedContent.tsx';

beforeEach(openPage);

const content = (
  <FetchedContent
    loading="failed"
    isEmpty
    failed="This can’t be shown"
    failedText="Please check your connection."
    retry={() => undefined}
    empty={null}
  >
    {null}
  </FetchedContent>
);

test('FetchedContent apologises for the hospital, not the connection, when the hospital can’t reach its data', () => {
  render(content);
  expect(screen.getByText('Please check your connection.')).toBeVisible();
  act(() => updateSlice('session', { isHospitalOut: true }));
  expect(screen.queryByText('Please check your connection.')).not.toBeInTheDocument();
  expect(screen.getByText(/please try again in a few minutes/)).toBeVisible();
});
