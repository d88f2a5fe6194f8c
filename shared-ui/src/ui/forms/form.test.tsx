import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SampleForm } from '../../../gallery/fixtures/forms.tsx';
import { ErrorSummary, RadioCards } from '../../forms.ts';

const send = () => userEvent.click(screen.getByRole('button', { name: 'Login' }));

describe('a Formik form', () => {
  it('shows no errors before the first attempt to send', async () => {
    render(<SampleForm onSend={() => undefined} />);
    await userEvent.type(screen.getByLabelText('Email'), 'jordan');
    await userEvent.tab();
    expect(screen.queryByText('Invalid Email')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('lists the errors, focuses the list, and links to each field', async () => {
    const onSend = jest.fn();
    render(<SampleForm onSend={onSend} />);
    await send();
    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Email Required', 'Password Required', 'Please agree to the NDA and Privacy Policy']);
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email Required');
    await userEvent.click(within(summary).getByRole('link', { name: 'Password Required' }));
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(onSend).not.toHaveBeenCalled();
    // With each attempt, the list is focused again.
    await send();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  });

  it('does not move the focus while the person corrects a field or goes on from there', async () => {
    render(<SampleForm onSend={() => undefined} />);
    await send();
    await userEvent.click(await screen.findByRole('link', { name: 'Email Required' }));
    await userEvent.keyboard('jordan');
    await waitFor(() => expect(screen.getAllByText('Invalid Email')).toHaveLength(2));
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveValue('jordan');
    await userEvent.keyboard('@example.org');
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByText('Invalid Email')).toBeNull());
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('sends the values that were filled in, and does not move the focus when a field becomes invalid later', async () => {
    const onSend = jest.fn(async () => undefined);
    render(<SampleForm onSend={onSend} />);
    await userEvent.type(screen.getByLabelText('Email'), 'jordan@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Demo-pass1');
    await userEvent.click(screen.getByLabelText('I agree to the NDA and Privacy Policy'));
    await send();
    expect(onSend).toHaveBeenCalledWith({ email: 'jordan@example.org', password: 'Demo-pass1', agree: true });
    await userEvent.clear(screen.getByLabelText('Email'));
    await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});

it('ErrorSummary scrolls a question into view, then focuses its first button', async () => {
  const steps: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    steps.push(`scrolled to ${this.textContent}`);
  };
  render(
    <>
      <ErrorSummary title="Check" errors={[{ id: 'q', message: 'Please Select an Option' }]} />
      <RadioCards
        id="q"
        label="How clear?"
        options={[{ value: 5, label: 'Very Clear' }]}
        value={null}
        onChange={() => undefined}
      />
    </>,
  );
  const answer = screen.getByRole('radio', { name: 'Very Clear' });
  answer.addEventListener('focus', () => steps.push('focused'));
  await userEvent.click(screen.getByRole('link'));
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  expect(answer).toHaveFocus();
  expect(steps).toEqual(['scrolled to How clear?', 'focused']);
});
