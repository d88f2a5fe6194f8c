import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './index.ts';

describe('Button', () => {
  it('keeps its name and focus while busy, and ignores presses', async () => {
    const press = jest.fn();
    const { rerender } = render(<Button onClick={press}>Send</Button>);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
    await userEvent.click(screen.getByRole('button'));
    rerender(
      <Button busy onClick={press}>
        Send
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Send' });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button);
    expect(press).toHaveBeenCalledTimes(1);
  });

  it('does not submit its form a second time while busy', () => {
    const submit = jest.fn((event) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });
});
