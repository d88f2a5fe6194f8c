import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccordionSection } from './Accordion.tsx';

describe('AccordionSection', () => {
  it('opens and closes', async () => {
    render(<AccordionSection title="Pain">With food.</AccordionSection>);
    const button = screen.getByRole('button', { name: 'Pain' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('With food.')).not.toBeVisible();
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(screen.getByText('With food.')).toBeVisible());
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByText('With food.')).not.toBeVisible());
  });

  it('stays readable and focusable but does not open while disabled', async () => {
    render(<AccordionSection title="Digital Resources" disabled note="Not in the demo" />);
    const button = screen.getByRole('button', { name: /Digital Resources\s*Not in the demo/ });
    await userEvent.tab();
    expect(button).toHaveFocus();
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});
