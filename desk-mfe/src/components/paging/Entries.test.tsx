import { act, fireEvent, render, screen } from '@testing-library/react';
import { EntryRow } from '../table/Table.tsx';
import { Entries, isNear } from './Entries.tsx';

const SCREEN = 600;
const HEIGHT = 50;
const many = (count: number): { id: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `entry ${index}` }));
const draw = ({ id }: { id: string }) => <button type="button">{id}</button>;

/** Mocks the browser's layout: entries and placeholders stacked vertically, page scrolled by `scrolled()` pixels. */
function layOut(scrolled: () => number) {
  window.innerHeight = SCREEN;
  const heightOf = (element: Element) => Number.parseFloat((element as HTMLElement).style.blockSize) || HEIGHT;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const siblings = this.tagName === 'UL' ? [] : [...(this.parentElement?.children ?? [])];
    const before = siblings.slice(0, siblings.indexOf(this)).reduce((sum, other) => sum + heightOf(other), 0);
    const own =
      this.tagName === 'UL' ? [...this.children].reduce((sum, each) => sum + heightOf(each), 0) : heightOf(this);
    return DOMRect.fromRect({ y: before - scrolled(), height: own });
  });
}

const PROPS = { isWhole: true, label: 'All', isBusy: false, draw, added: undefined, place: null };
const listOf = (items: { id: string }[], isWhole = true) => <Entries {...PROPS} items={items} isWhole={isWhole} />;
const show = (items: { id: string }[], isWhole = true) => render(listOf(items, isWhole));

const drawn = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);

test('isNear is true for slices in the viewport or less than a screen away', () => {
  expect(isNear({ top: -700, bottom: -601 }, SCREEN)).toBe(false);
  expect(isNear({ top: -700, bottom: -599 }, SCREEN)).toBe(true);
  expect(isNear({ top: 1199, bottom: 1300 }, SCREEN)).toBe(true);
  expect(isNear({ top: 1201, bottom: 1300 }, SCREEN)).toBe(false);
});

describe('Entries with 1,000 items', () => {
  let scrolled = 0;
  const scroll = (to: number) => {
    scrolled = to;
    act(() => void fireEvent.scroll(document));
  };

  beforeEach(() => {
    scrolled = 0;
    layOut(() => scrolled);
  });

  test('renders the first, last and nearby entries, each with its position', () => {
    show(many(1_000));
    expect(drawn().length).toBeLessThan(100);
    expect(drawn()).toContain('entry 999');
    scroll(500 * HEIGHT);
    expect(drawn()).toEqual(expect.arrayContaining(['entry 0', 'entry 490', 'entry 510', 'entry 999']));
    expect(drawn()).not.toContain('entry 100');
    expect(drawn().length).toBeLessThan(150);
    const line = screen.getByText('entry 510').closest('li');
    expect(line).toHaveAttribute('aria-posinset', '511');
    expect(line).toHaveAttribute('aria-setsize', '1000');
  });

  test('keeps an edited entry rendered when it is far outside the viewport, or moves into another slice', () => {
    const entries = many(1_000);
    const { rerender } = show(entries);
    scroll(295 * HEIGHT);
    act(() => screen.getByText('entry 300').focus());
    scroll(800 * HEIGHT);
    expect(screen.getByText('entry 300')).toHaveFocus();
    expect(drawn()).not.toContain('entry 400');
    rerender(listOf(entries.slice(1)));
    expect(screen.getByText('entry 300')).toHaveFocus();
  });

  test('renders a short list in full, and keeps an entry of it that was edited when more pages follow', () => {
    const entries = many(1_000);
    const { rerender } = show(entries.slice(0, 100), false);
    expect(drawn()).toHaveLength(100);
    expect(screen.getAllByRole('listitem')[3]).not.toHaveAttribute('aria-posinset');
    act(() => screen.getByText('entry 25').focus());
    rerender(listOf(entries, false));
    expect(screen.getByText('entry 0').closest('li')).toHaveAttribute('aria-setsize', '-1');
    scroll(800 * HEIGHT);
    expect(screen.getByText('entry 25')).toHaveFocus();
  });

  test('reserves the measured height of unrendered entries, so that nothing moves', () => {
    show(many(1_000));
    const list = screen.getByRole('list', { name: 'All' });
    const whole = () => list.getBoundingClientRect().height;
    expect(whole()).toBe(1_000 * HEIGHT);
    scroll(600 * HEIGHT);
    expect(whole()).toBe(1_000 * HEIGHT);
  });
});

test('Entries renders a long table with headings, row numbers and the number of rows', () => {
  const row = ({ id }: { id: string }) => (
    <EntryRow>
      <th scope="row">
        <button type="button">{id}</button>
      </th>
    </EntryRow>
  );
  render(<Entries {...PROPS} items={many(1_000)} draw={row} added="entry 25" columns={['Name']} />);
  const table = screen.getByRole('table', { name: 'All' });
  expect(table).toHaveAttribute('aria-rowcount', '1001');
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('scope', 'col');
  expect(screen.getByRole('row', { name: 'entry 0' })).toHaveAttribute('aria-rowindex', '2');
  expect(screen.getByRole('row', { name: 'entry 25' })).toHaveAttribute('tabindex', '-1');
});
