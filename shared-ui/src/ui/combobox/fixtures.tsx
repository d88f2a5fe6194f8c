import { useState } from 'react';
import type { Fixture } from '../../../gallery/fixture.ts';
import { ComboboxField, type ComboboxOption } from './index.ts';

const COUNTRIES: ComboboxOption[] = [
  { value: 'AF', label: 'Afghanistan', detail: '+93' },
  { value: 'CA', label: 'Canada', detail: '+1', suggested: true },
  { value: 'CI', label: 'Côte d’Ivoire', detail: '+225' },
  { value: 'FR', label: 'France', detail: '+33', suggested: true },
  { value: 'JP', label: 'Japan', detail: '+81', suggested: true },
];

/** A country list with its own state. */
export function SampleCombobox({ start = 'CA', error }: { start?: string; error?: string }) {
  const [value, setValue] = useState(start);
  return (
    <ComboboxField
      label="Country"
      hint="Type to search."
      error={error}
      noMatch="No country matches."
      options={COUNTRIES}
      value={value}
      onChange={setValue}
    />
  );
}

export const comboboxFixtures: Fixture[] = [
  { id: 'combobox--closed', render: () => <SampleCombobox /> },
  { id: 'combobox--error', render: () => <SampleCombobox start="" error="Please choose a country" /> },
];
