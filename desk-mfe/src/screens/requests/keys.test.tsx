import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { moveBetweenRequests, ROW } from './keys.ts';

/** A list of numbered rows; a negative number is the placeholder for rows that are not rendered. */
const List = ({ rows }: { rows: number[] }) => (
  <table>
    <thead />
    {rows.map((row) => (
      <tbody key={row} {...(row < 0 && { 'aria-hidden': true, 'data-testid': 'placeholder' })}>
        {row > 0 && (
          <tr>
            <th scope="row">
              <button type="button" {...{ [ROW]: '' }} onKeyDown={moveBetweenRequests}>
                row {row}
              </button>
            </th>
          </tr>
        )}
      </tbody>
    ))}
  </table>
);

const scrolledTo: Element[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this);
  };
});

const row = (number: number) => screen.getByText(`row ${number}`);
const press = (number: number, key: string) => {
  act(() => row(number).focus());
  fireEvent.keyDown(row(number), { key });
};

test('an arrow key scrolls to the placeholder of unrendered rows and focuses the next row once it is rendered', async () => {
  const { rerender } = render(<List rows={[1, -2, 9]} />);
  press(1, 'ArrowDown');
  expect(row(1)).toHaveFocus();
  expect(scrolledTo).toEqual([screen.getByTestId('placeholder')]);
  rerender(<List rows={[1, 2, 3, -4, 9]} />);
  await waitFor(() => expect(row(2)).toHaveFocus());
  press(9, 'ArrowUp');
  expect(row(9)).toHaveFocus();
  rerender(<List rows={[1, 2, 3, 7, 8, 9]} />);
  await waitFor(() => expect(row(8)).toHaveFocus());
});

test('moveBetweenRequests leaves focus alone when it has moved before the rows are rendered', async () => {
  const { rerender } = render(<List rows={[1, -2, 9]} />);
  press(1, 'ArrowDown');
  act(() => row(9).focus());
  rerender(<List rows={[1, 2, 9]} />);
  await act(async () => undefined);
  expect(row(9)).toHaveFocus();
});

test('moveBetweenRequests moves by one row with arrow keys and to the ends with Home and End, and stops there', () => {
  render(<List rows={[1, 2, -3, 9]} />);
  const moves = [
    [1, 'ArrowDown', 2],
    [2, 'End', 9],
    [9, 'ArrowDown', 9],
    [9, 'Home', 1],
    [1, 'ArrowUp', 1],
  ] as const;
  for (const [from, key, to] of moves) {
    press(from, key);
    expect(row(to)).toHaveFocus();
  }
  expect(scrolledTo).toEqual([]);
});
