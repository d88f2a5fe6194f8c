import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pretendVisible } from '../../testing/rendering.tsx';
import { SampleCombobox } from '../fixtures.tsx';
import { filterOptions } from './index.ts';

pretendVisible();

const OPTIONS = [
  { value: 'AF', label: 'Afghanistan', detail: '+93' },
  { value: 'CA', label: 'Canada', detail: '+1', suggested: true },
  { value: 'CI', label: 'Côte d’Ivoire', detail: '+225' },
  { value: 'CF', label: 'Central African Republic', detail: '+236' },
];
const found = (typed: string) => filterOptions(OPTIONS, typed).map(({ value }) => value);

describe('filterOptions', () => {
  it('lists all options while nothing is typed, suggested ones first', () => {
    expect(found(' ')).toEqual(['CA', 'AF', 'CI', 'CF']);
  });
  it('lists options that begin with the text before those that only contain it', () => {
    expect(found('af')).toEqual(['AF', 'CF']);
  });
  it('ignores accents and letter case', () => {
    expect(found('COTE')).toEqual(['CI']);
  });
  it('finds a dial code', () => {
    expect(found('+225')).toEqual(['CI']);
  });
  it('finds nothing when no option matches', () => {
    expect(found('xyz')).toEqual([]);
  });
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
