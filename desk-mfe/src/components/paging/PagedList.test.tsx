import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { pretendVisible, setLocale } from 'shared-ui/testing';
import { FURTHER_PAGE_SIZE, PAGE_SIZE } from '../../api/page.ts';
import { PagedList } from './PagedList.tsx';
import { usePages } from './usePages.ts';

pretendVisible();

const page = (size: number, from: number) => Array.from({ length: size }, (_, at) => ({ id: `entry ${from + at}` }));
const first = page(PAGE_SIZE, 0);
const second = page(FURTHER_PAGE_SIZE, PAGE_SIZE);
const fetchPage = async (after?: string) => (after === undefined ? first : second);
const drawButton = ({ id }: { id: string }) => <button type="button">{id}</button>;

/** A list with a button that removes its first entry. */
function Listed() {
  const pages = usePages(fetchPage, []);
  return (
    <>
      <button type="button" onClick={() => pages.change((items) => items.slice(1))}>
        Remove the first
      </button>
      <PagedList pages={pages} label="All" failed="None" empty={null}>
        {drawButton}
      </PagedList>
    </>
  );
}

test('"Show more" focuses the first new entry once; later changes to the list do not move focus', async () => {
  setLocale('en');
  render(<Listed />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  const added = await screen.findByText(`entry ${PAGE_SIZE}`);
  await waitFor(() => expect(added.closest('li')).toHaveFocus());
  act(() => screen.getByText('entry 3').focus());
  fireEvent.click(screen.getByText('Remove the first'));
  expect(screen.queryByText('entry 0')).not.toBeInTheDocument();
  expect(screen.getByText('entry 3')).toHaveFocus();
});

test('PagedList mounts a new list for another search, without the heights and edits of the previous one', async () => {
  const lists: Record<string, { id: string }[]> = {
    a: [{ id: 'one' }, { id: 'two' }],
    b: [{ id: 'two' }, { id: 'three' }],
  };
  const Searched = ({ search }: { search: string }) => {
    const pages = usePages(async () => lists[search] ?? [], [search]);
    return (
      <PagedList pages={pages} label="All" failed="None" empty={null}>
        {drawButton}
      </PagedList>
    );
  };
  const { rerender } = render(<Searched search="a" />);
  await screen.findByText('one');
  const before = screen.getByRole('list', { name: 'All' });
  rerender(<Searched search="b" />);
  expect(screen.getByRole('list', { name: 'All' })).toBe(before);
  await screen.findByText('three');
  expect(before).not.toBeInTheDocument();
});
