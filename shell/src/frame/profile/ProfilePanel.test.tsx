import { render, screen, within } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { jordan, maya, openPage, pretendVisible, supporter, updateSlice } from 'shared-ui/testing';
import { ProfilePanel } from './ProfilePanel.tsx';

pretendVisible();

beforeEach(openPage);

const ALL = supporter({ id: 's' }).permissions;
const noResults = { ...maya, permissions: { ...ALL, diagnosticResults: false } };
const noRecords = { ...maya, permissions: { ...ALL, medicalRecords: false } };

test.each([
  ['of the user', jordan, 'events', ['Events', 'Supporters', 'Results', 'Care Plans', 'Resources']],
  ['of who shares no results', noResults, 'events', ['Events', 'Supporters', 'Care Plans', 'Resources']],
  ['of who shares no records', noRecords, 'events', ['Events', 'Supporters', 'Resources']],
  ['whose open screen is not shared any more', noRecords, 'results', ['Events', 'Supporters', 'Results', 'Resources']],
])('ProfilePanel %s has the tabs of what the user may see', (_, profile, screenName, labels) => {
  updateSlice('profiles', { list: [profile] });
  history.replaceState(null, '', `/profile/${profile.id}/${screenName}`);
  const nothing = () => undefined;
  const panel = { state: 'open', handle: { current: null }, skipsEntryAnimation: true } as const;
  render(
    <BrowserRouter>
      <ProfilePanel profileId={profile.id} {...panel} onSettle={nothing} onDrag={nothing}>
        <p>Content</p>
      </ProfilePanel>
    </BrowserRouter>,
  );
  const links = within(screen.getByRole('navigation')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(labels);
});
