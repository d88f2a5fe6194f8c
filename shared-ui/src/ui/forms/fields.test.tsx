import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import {
  CheckboxField,
  PinInput,
  RadioCards,
  SelectField,
  StarRating,
  SwitchField,
  TextArea,
  TextField,
} from '../../forms.ts';

function PasswordField() {
  const [value, setValue] = useState('');
  return (
    <TextField
      label="Password"
      type="password"
      hint="At least 8"
      error="Password Required"
      required
      value={value}
      onChange={setValue}
      reveal={{ show: 'Show password', hide: 'Hide password' }}
    />
  );
}

describe('TextField', () => {
  it('links hint and error to the box', () => {
    render(<PasswordField />);
    const box = screen.getByLabelText('Password');
    expect(box).toHaveAccessibleDescription('At least 8 Password Required');
    expect(box).toBeInvalid();
    expect(box).toBeRequired();
  });

  it('shows and hides a password without losing it', async () => {
    render(<PasswordField />);
    const box = screen.getByLabelText('Password');
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

it('TextArea has 4 rows', () => {
  render(<TextArea label="Comments" value="" onChange={() => undefined} />);
  expect(screen.getByLabelText('Comments')).toHaveAttribute('rows', '4');
});

it('SelectField reports the selected value', async () => {
  const change = jest.fn();
  const options = [{ value: 'other', label: 'Other' }];
  render(<SelectField label="Issue" placeholder="Choose" options={options} value="" onChange={change} />);
  await userEvent.selectOptions(screen.getByLabelText('Issue'), 'Other');
  expect(change).toHaveBeenCalledWith('other');
});

it('CheckboxField toggles on a press anywhere on its line', async () => {
  const change = jest.fn();
  render(<CheckboxField label="I agree" value={false} onChange={change} />);
  await userEvent.click(screen.getByText('I agree'));
  expect(change).toHaveBeenCalledWith(true);
});

describe('RadioCards', () => {
  const options = [
    { value: 5, label: 'Very Clear' },
    { value: 1, label: 'Very Unclear' },
  ];

  it('starts without a selection and reports the value that is pressed', async () => {
    const change = jest.fn();
    render(<RadioCards label="How clear?" options={options} value={null} onChange={change} error="Please Select" />);
    const group = screen.getByRole('radiogroup', { name: 'How clear?' });
    expect(group).toHaveAccessibleDescription('Please Select');
    expect(within(group).queryByRole('radio', { checked: true })).toBeNull();
    await userEvent.click(screen.getByText('Very Unclear'));
    expect(change).toHaveBeenCalledWith(1);
  });

  it('marks the selected option visually as well as in its radio button', () => {
    render(<RadioCards label="How clear?" options={options} value={5} onChange={() => undefined} />);
    expect(screen.getByRole('radio', { name: 'Very Clear' })).toBeChecked();
    expect(screen.getByText('Very Clear')).toHaveAttribute('data-chosen');
  });
});

function Rating({ start = 0 }: { start?: number }) {
  const [value, setValue] = useState(start);
  return <StarRating label="Overall" value={value} onChange={setValue} valueLabel={(rated) => `${rated} of 5`} />;
}

describe('StarRating', () => {
  it('has a radio button for every half step from 0 to 5', () => {
    render(<Rating />);
    const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(names).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5].map((value) => `${value} of 5`));
    expect(screen.getByRole('radio', { name: '0 of 5' })).toBeChecked();
  });

  it('rates on a press, and clears the rating on a second one', async () => {
    render(<Rating />);
    const half = screen.getByRole('radio', { name: '3.5 of 5' });
    await userEvent.click(half);
    expect(half).toBeChecked();
    expect(screen.getAllByText('3.5 of 5').some((said) => said.tagName === 'P')).toBe(true);
    await userEvent.click(half);
    expect(screen.getByRole('radio', { name: '0 of 5' })).toBeChecked();
  });

  it('moves by half steps with the arrow keys', async () => {
    render(<Rating start={4.5} />);
    await userEvent.tab();
    expect(screen.getByRole('radio', { name: '4.5 of 5' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: '5 of 5' })).toBeChecked();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('radio', { name: '4 of 5' })).toBeChecked();
  });
});

function Pin() {
  const [value, setValue] = useState('');
  return <PinInput label="PIN" value={value} onChange={setValue} />;
}

describe('PinInput', () => {
  it('is a single box that the phone can fill in', () => {
    render(<Pin />);
    const box = screen.getByLabelText('PIN');
    expect(box).toHaveAttribute('autocomplete', 'one-time-code');
    expect(box).toHaveAttribute('inputmode', 'numeric');
  });

  it('keeps digits only, at most 4, typed or pasted', async () => {
    render(<Pin />);
    const box = screen.getByLabelText('PIN');
    await userEvent.type(box, '1a2');
    expect(box).toHaveValue('12');
    await userEvent.clear(box);
    await userEvent.click(box);
    await userEvent.paste('Code: 48 21-99');
    expect(box).toHaveValue('4821');
    expect(screen.getAllByText(/^\d$/).map((cell) => cell.textContent)).toEqual(['4', '8', '2', '1']);
  });
});

test.each(['48 21', '4821'])('a whole code, pasted into PinInput as %j, replaces what was typed', async (copied) => {
  render(<Pin />);
  await userEvent.type(screen.getByLabelText('PIN'), '9');
  await userEvent.paste(copied);
  expect(screen.getByLabelText('PIN')).toHaveValue('4821');
});

describe('SwitchField', () => {
  it('reports its state, and toggles on a press anywhere on its line', async () => {
    const onChange = jest.fn();
    render(<SwitchField label="Sounds" hint="A new event" value={true} onChange={onChange} />);
    const control = screen.getByRole('switch', { name: 'Sounds' });
    expect(control).toBeChecked();
    expect(control).toHaveAccessibleDescription('A new event');
    await userEvent.click(screen.getByText('Sounds'));
    expect(onChange).toHaveBeenCalledWith(false);
  });
});
