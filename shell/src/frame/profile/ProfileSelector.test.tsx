import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { careEvent, jordan, maya, openPage, pretendVisible, updateSlice } from 'shared-ui/testing';
import { ProfileSelector } from './ProfileSelector.tsx';

const noor = { ...maya, id: 3, data: { ...maya.data, firstName: 'Noor', lastName: 'Haddad' } };
const THREE = [jordan, maya, noor];

pretendVisible();

beforeEach(() => {
  openPage();
  history.replaceState(null, '', '/app');
});

function Where() {
  return <p>{useLocation().pathname}</p>;
}

/** Renders the selector below a button of the page. */
function open(list: (typeof jordan)[], openId: number | null = null) {
  updateSlice('profiles', { list });
  const user = userEvent.setup();
  render(
    <BrowserRouter>
      <button type="button">Elsewhere</button>
      <Where />
      <ProfileSelector openId={openId} isJoined={openId !== null} />
    </BrowserRouter>,
  );
  return user;
}

const selector = () => within(screen.getByRole('navigation', { name: 'Profiles' }));
const names = () =>
  selector()
    .getAllByRole('link')
    .map((link) => link.textContent);
const all = () => selector().getByRole('button', { name: 'All 3 profiles' });

test.each([[[jordan]], [[jordan, maya]]])('ProfileSelector shows a row for each of up to two profiles', (list) => {
  open(list);
  expect(selector().getAllByRole('link')).toHaveLength(list.length);
  expect(selector().queryByRole('button')).not.toBeInTheDocument();
});

test('ProfileSelector shows three profiles side by side with names and badges, and each opens its profile', async () => {
  const user = open(THREE);
  act(() => updateSlice('events', { list: [careEvent({ id: 'a', profileId: 1, status: 'NOT_VIEWED' })] }));
  expect(names()).toEqual([
    'JAJordan AveryYou11 needs attention',
    'MCMaya ChenYou support Maya',
    'NHNoor HaddadYou support Noor',
  ]);
  await user.click(selector().getByRole('link', { name: /Noor Haddad/ }));
  expect(screen.getByText('/profile/3/events')).toBeVisible();
});

test('ProfileSelector marks the profile whose panel is open, and its chip closes the panel', async () => {
  const user = open(THREE, 2);
  const [first, second] = selector().getAllByRole('link');
  expect(first).toHaveAttribute('aria-expanded', 'false');
  expect(second).toHaveAttribute('aria-expanded', 'true');
  await user.click(second as HTMLElement);
  expect(screen.getByText('/app')).toBeVisible();
});

describe('the button for all profiles', () => {
  /** The lists of the selector: the chips, and the rows when they are shown. */
  const lists = () => selector().getAllByRole('list');
  it('shows the rows, moves the focus to them, and hides them on a second press or Escape', async () => {
    const user = open(THREE);
    expect(all()).toHaveAttribute('aria-expanded', 'false');
    for (const hide of [() => user.click(all()), () => user.keyboard('{Escape}')]) {
      await user.click(all());
      expect(all()).toHaveAttribute('aria-expanded', 'true');
      const rows = within(lists()[0] as HTMLElement).getAllByRole('link');
      expect(rows).toHaveLength(3);
      expect(rows[0]).toHaveFocus();
      await hide();
      expect(all()).toHaveAttribute('aria-expanded', 'false');
      expect(lists()).toHaveLength(1);
      expect(all()).toHaveFocus();
    }
  });

  it('hides the rows when the focus moves elsewhere, and leaves it there', async () => {
    const user = open(THREE);
    await user.click(all());
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
    expect(lists()).toHaveLength(1);
  });

  it('focuses the row of the profile whose panel is open, and hides the rows when another is opened', async () => {
    const user = open(THREE, 2);
    await user.click(all());
    const row = (name: RegExp) => within(lists()[0] as HTMLElement).getByRole('link', { name });
    expect(row(/Maya Chen/)).toHaveFocus();
    await user.click(row(/Noor Haddad/));
    expect(screen.getByText('/profile/3/events')).toBeVisible();
    expect(lists()).toHaveLength(1);
  });
});
