import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { type UnsentSurvey, updateSlice } from 'shared-ui/host';
import { UnsentFeedback } from './UnsentFeedback.tsx';

const SAVED = /saved on this phone/;
const CANNOT_STORE = /This phone can’t store it: please keep this page open/;

test.each([
  [false, SAVED, CANNOT_STORE],
  [true, CANNOT_STORE, SAVED],
])('refused feedback says where it is (in memory only: %s)', (isInMemoryOnly, said, notSaid) => {
  const refused: UnsentSurvey = { key: 'key', about: 'event', survey: 'admission', state: 'refused', isInMemoryOnly };
  updateSlice('delivery', { unsent: [refused] });
  render(
    <MemoryRouter>
      <UnsentFeedback />
    </MemoryRouter>,
  );
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryByText(notSaid)).not.toBeInTheDocument();
});
