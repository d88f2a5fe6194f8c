/**
 * Entry `shared-ui/combobox`: a long list to search by typing.
 * @module
 */
import * as Ariakit from '@ariakit/react/combobox';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../components/index.ts';
import { type FieldProps, FieldShell, IconBox, textControlStyles, useFieldAria } from '../forms/field.tsx';

/** One option of a searchable list. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown after the label and searched as well (a dial code). */
  detail?: string;
  /** Listed first while nothing is typed. */
  suggested?: boolean;
}

/** Returns the text in lower case without accents, so that "cote" finds "Côte d'Ivoire". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/**
 * Returns the options whose label or detail contains what is typed, those that begin with it first. Without text:
 * suggested first.
 */
export function filterOptions(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const query = fold(typed.trim());
  if (!query) return rank(options, (option) => !option.suggested);
  const found = options.filter(({ label, detail }) => fold(`${label} ${detail ?? ''}`).includes(query));
  return rank(found, (option) => !fold(option.label).startsWith(query));
}

/** Moves options that are `later` behind the others. Otherwise keeps the order. */
function rank(options: readonly ComboboxOption[], later: (option: ComboboxOption) => boolean): ComboboxOption[] {
  return [...options.filter((option) => !later(option)), ...options.filter(later)];
}

const Input = styled(Ariakit.Combobox)`
  ${textControlStyles}
  padding-inline-end: 48px;
`;

const Popover = styled(Ariakit.ComboboxPopover)`
  z-index: 45;
  max-block-size: min(var(--popover-available-height, 320px), 320px);
  padding: var(--space-1);
  border: 1px solid var(--line-color);
  border-radius: var(--radius-m);
  background: var(--surface);
  color: var(--ink);
  box-shadow: var(--shadow-3);
  overflow: auto;
  overscroll-behavior: contain;
`;

const Item = styled(Ariakit.ComboboxItem)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  min-block-size: var(--target);
  padding: 6px var(--space-3);
  border-radius: var(--radius-s);
  overflow-wrap: anywhere;
  cursor: pointer;

  &[data-active-item] {
    background: var(--brand-soft);
    box-shadow: inset 3px 0 0 var(--brand);
  }
  [dir='rtl'] &[data-active-item] {
    box-shadow: inset -3px 0 0 var(--brand);
  }
  /* Separates the suggested options from the others. */
  &[data-suggested] + &:not([data-suggested]) {
    margin-block-start: 5px;
    box-shadow: 0 -3px 0 -2px var(--line-color);
  }
  &[data-chosen] {
    font-weight: 680;
  }
  > .lucide {
    color: var(--brand);
  }
  small {
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

/** Visible in the list, which may contain nothing but options; the status element outside it is read out. */
const Nothing = styled.p`
  padding: var(--space-3);
  color: var(--ink-soft);
`;

export interface ComboboxFieldProps extends FieldProps<string> {
  options: readonly ComboboxOption[];
  /** Shown and read out when nothing in the list matches what is typed. */
  noMatch: string;
  placeholder?: string;
}

/**
 * A long list to search by typing (countries). `value` is the value of the selected option. Leaving without a selection
 * restores the selected option's label.
 */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, hint, error, id, value, onChange, onBlur, required, options, noMatch, ...rest } = props;
  const aria = useFieldAria({ id, hint, error, required });
  const native = { name: rest.name ?? '', disabled: rest.disabled ?? false, placeholder: rest.placeholder ?? '' };
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => filterOptions(options, typed ?? ''), [options, typed]);
  const settle = () => {
    setTyped(null);
    onBlur?.();
  };
  return (
    <FieldShell aria={aria} label={label} hint={hint} error={error}>
      <Ariakit.ComboboxProvider
        value={typed ?? chosen}
        setValue={setTyped}
        selectedValue={value}
        setSelectedValue={(next) => {
          if (typeof next === 'string') onChange(next);
        }}
        setOpen={(open) => open || setTyped(null)}
      >
        <IconBox>
          <Input
            {...aria.control}
            {...native}
            autoComplete="off"
            autoSelect
            showOnClick
            onFocus={(event) => event.currentTarget.select()}
            onClick={(event) => typed === null && event.currentTarget.select()}
            onBlur={settle}
          />
          <ChevronDown />
        </IconBox>
        <Popover sameWidth fixed gutter={4} unmountOnHide>
          {found.map((option) => (
            <Item
              key={option.value}
              value={option.value}
              setValueOnClick={false}
              hideOnClick
              data-chosen={option.value === value || undefined}
              data-suggested={(typed === null && option.suggested) || undefined}
            >
              {option.label}
              {option.detail && <small>{option.detail}</small>}
              {option.value === value && <Check />}
            </Item>
          ))}
          {found.length === 0 && <Nothing aria-hidden="true">{noMatch}</Nothing>}
        </Popover>
        <VisuallyHidden role="status">{found.length === 0 && noMatch}</VisuallyHidden>
      </Ariakit.ComboboxProvider>
    </FieldShell>
  );
}
