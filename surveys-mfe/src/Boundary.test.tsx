import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Boundary } from './Boundary.tsx';
import { speechFor } from './words.ts';

test('what throws while rendering is replaced by an apology with two ways on', async () => {
  const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const onLeave = jest.fn();
  let broken = true;
  function Fragile() {
    if (broken) throw new Error('boom');
    return <p>Fine again</p>;
  }
  render(
    <Boundary speech={speechFor('en')} onLeave={onLeave}>
      <Fragile />
    </Boundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This survey can’t be shown just now');
  expect(complaint).toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
  expect(onLeave).toHaveBeenCalledTimes(1);
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Fine again')).toBeInTheDocument();
});
