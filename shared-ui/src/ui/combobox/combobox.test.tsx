import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SampleCombobox } from '../../../gallery/fixtures/on-demand.tsx';
import { pretendVisible } from '../../testing/rendering.tsx';
import { filterOptions } from './ComboboxField.tsx';

pretendVisible();

const OPTIONS = [
  { value: 'AF', label: 'Afghanistan', detail: '+93' },
  { value: 'CA', label: 'Canada', detail: '+1', suggested: true },
  { value: 'CI', label: 'Côte d’Ivoire', detail: '+225' },
  { value: 'CF', label: 'Central African Republic', detail: '+236' },
];

it.each([
  ['lists all options while nothing is typed, suggested ones first', ' ', ['CA', 'AF', 'CI', 'CF']],
  ['lists options that begin with the text before those that only contain it', 'af', ['AF', 'CF']],
  ['ignores accents and letter case', 'COTE', ['CI']],
  ['finds a dial code', '+225', ['CI']],
  ['finds nothing when no option matches', 'xyz', []],
])('filterOptions %s', (_, typed, values) => {
  expect(filterOptions(OPTIONS, typed).map(({ value }) => value)).toEqual(values);
});

describe('ComboboxField', () => {
  it('shows the selected option and selects another one by keyboard', async () => {
    render(<SampleCombobox />);
    const box = screen.getByRole('combobox', { name: 'Country' });
    expect(box).toHaveValue('Canada');
    await userEvent.click(box);
    await userEvent.keyboard('cote');
    expect(await screen.findByRole('option', { name: /Côte d’Ivoire/ })).toBeInTheDocument();
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(box).toHaveValue('Côte d’Ivoire'));
  });

  it('reports when nothing matches, and restores the selected option on blur', async () => {
    render(<SampleCombobox />);
    const box = screen.getByRole('combobox');
    await userEvent.click(box);
    await userEvent.keyboard('xyz');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No country matches.'));
    expect(screen.getByRole('listbox')).toHaveTextContent('No country matches.');
    await userEvent.tab();
    await waitFor(() => expect(box).toHaveValue('Canada'));
  });
});
