import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { CheckboxField, PinInput, RadioCards, SelectField, StarRating, SwitchField, TextField } from '../../forms.ts';

/** Renders a field that keeps its value. */
function Kept<T>({ start, field }: { start: T; field: (value: T, change: (value: T) => void) => ReactNode }) {
  const [value, setValue] = useState(start);
  return field(value, setValue);
}

describe('TextField', () => {
  const reveal = { show: 'Show password', hide: 'Hide password' };
  const faults = { hint: 'At least 8', error: 'Password Required', required: true };

  it('shows and hides a password without losing it', async () => {
    render(
      <Kept
        start=""
        field={(value, onChange) => (
          <TextField label="Password" type="password" {...faults} {...{ value, onChange, reveal }} />
        )}
      />,
    );
    const box = screen.getByLabelText('Password');
    expect(box).toHaveAccessibleDescription('At least 8 Password Required');
    expect(box).toBeInvalid();
    expect(box).toBeRequired();
    await userEvent.type(box, 'abc');
    expect(box).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(box).toHaveAttribute('type', 'text');
    expect(box).toHaveValue('abc');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(box).toHaveAttribute('type', 'password');
  });

  it('has no aria-describedby without hint and error', () => {
    render(<TextField label="City" value="" onChange={() => undefined} />);
    expect(screen.getByLabelText('City')).not.toHaveAttribute('aria-describedby');
  });
});

it('SelectField, CheckboxField and SwitchField report what is chosen, on a press anywhere on their line', async () => {
  const change = jest.fn();
  const options = [{ value: 'other', label: 'Other' }];
  render(
    <>
      <SelectField label="Issue" placeholder="Choose" options={options} value="" onChange={change} />
      <CheckboxField label="I agree" value={false} onChange={change} />
      <SwitchField label="Sounds" hint="A new event" value={true} onChange={change} />
    </>,
  );
  const control = screen.getByRole('switch', { name: 'Sounds' });
  expect(control).toBeChecked();
  expect(control).toHaveAccessibleDescription('A new event');
  await userEvent.selectOptions(screen.getByLabelText('Issue'), 'Other');
  await userEvent.click(screen.getByText('I agree'));
  await userEvent.click(screen.getByText('Sounds'));
  expect(change.mock.calls).toEqual([['other'], [true], [false]]);
});

it('RadioCards starts without a selection, reports the value that is pressed, and marks the selected one', async () => {
  const change = jest.fn();
  const options = [
    { value: 5, label: 'Very Clear' },
    { value: 1, label: 'Very Unclear' },
  ];
  const cards = (value: number | null) => (
    <RadioCards label="How clear?" options={options} value={value} onChange={change} error="Please Select" />
  );
  const { rerender } = render(cards(null));
  const group = screen.getByRole('radiogroup', { name: 'How clear?' });
  expect(group).toHaveAccessibleDescription('Please Select');
  expect(within(group).queryByRole('radio', { checked: true })).toBeNull();
  await userEvent.click(screen.getByText('Very Unclear'));
  expect(change).toHaveBeenCalledWith(1);
  rerender(cards(5));
  expect(screen.getByRole('radio', { name: 'Very Clear' })).toBeChecked();
  expect(screen.getByText('Very Clear')).toHaveAttribute('data-chosen');
});

const rate = (start: number) =>
  render(
    <Kept
      start={start}
      field={(value, onChange) => (
        <StarRating label="Overall" value={value} onChange={onChange} valueLabel={(rated) => `${rated} of 5`} />
      )}
    />,
  );

describe('StarRating', () => {
  it('has a radio button for every half step, rates on a press, and clears the rating on a second one', async () => {
    rate(0);
    const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(names).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5].map((value) => `${value} of 5`));
    expect(screen.getByRole('radio', { name: '0 of 5' })).toBeChecked();
    const half = screen.getByRole('radio', { name: '3.5 of 5' });
    await userEvent.click(half);
    expect(half).toBeChecked();
    expect(screen.getAllByText('3.5 of 5').some((said) => said.tagName === 'P')).toBe(true);
    await userEvent.click(half);
    expect(screen.getByRole('radio', { name: '0 of 5' })).toBeChecked();
  });

  it('moves by half steps with the arrow keys', async () => {
    rate(4.5);
    await userEvent.tab();
    expect(screen.getByRole('radio', { name: '4.5 of 5' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: '5 of 5' })).toBeChecked();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('radio', { name: '4 of 5' })).toBeChecked();
  });
});

describe('PinInput', () => {
  beforeEach(() => {
    render(<Kept start="" field={(value, onChange) => <PinInput label="PIN" value={value} onChange={onChange} />} />);
  });

  it('is a single box that the phone can fill in, and keeps digits only, at most 4, typed or pasted', async () => {
    const box = screen.getByLabelText('PIN');
    expect(box).toHaveAttribute('autocomplete', 'one-time-code');
    expect(box).toHaveAttribute('inputmode', 'numeric');
    await userEvent.type(box, '1a2');
    expect(box).toHaveValue('12');
    await userEvent.clear(box);
    await userEvent.click(box);
    await userEvent.paste('Code: 48 21-99');
    expect(box).toHaveValue('4821');
    expect(screen.getAllByText(/^\d$/).map((cell) => cell.textContent)).toEqual(['4', '8', '2', '1']);
  });

  it.each(['48 21', '4821'])('replaces what was typed with a whole code, pasted as %j', async (copied) => {
    await userEvent.type(screen.getByLabelText('PIN'), '9');
    await userEvent.paste(copied);
    expect(screen.getByLabelText('PIN')).toHaveValue('4821');
  });
});
