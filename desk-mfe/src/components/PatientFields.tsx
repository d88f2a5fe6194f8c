import type { PatientIdentifiers } from 'mock-api/contract';
import { Fragment, type ReactNode, useId } from 'react';
import { type Translate, useText } from 'shared-ui';
import { isPlainName } from 'shared-ui/contract';
import { hospitalTime } from 'shared-ui/details';
import { useFormikField, usePhoneRule, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { FormTextField } from './fields.tsx';

/** Maximum lengths that the API accepts. */
const NAME_LENGTH = 100;
const ROOM_LENGTH = 40;
const NUMBER_LENGTH = 40;
/** Numbers and codes of the hospital, as the API accepts them. */
const HOSPITAL_NUMBER = /^([A-Za-z0-9][A-Za-z0-9._/-]*)?$/;

/** Returns the rules for `firstName` and `lastName` of a schema. */
export function nameRules(t: Translate<`patients.${'firstNameRequired' | 'lastNameRequired' | 'nameLink'}`>) {
  const plainName = yup
    .string()
    .trim()
    .test('plain', t('patients.nameLink'), (name = '') => isPlainName(name));
  return {
    firstName: plainName.required(t('patients.firstNameRequired')),
    lastName: plainName.required(t('patients.lastNameRequired')),
  };
}

/** The number of a patient's phone. Field `phone`. */
export function PhoneField() {
  const t = useText(words);
  usePhoneRule();
  return (
    <FormTextField
      name="phone"
      type="tel"
      label={t('patients.phone')}
      hint={t('patients.phoneHint')}
      autoComplete="off"
      required
    />
  );
}

/** Fields for `firstName` and `lastName`. */
export function NameFields() {
  const t = useText(words);
  const own = { autoComplete: 'off', required: true, maxLength: NAME_LENGTH } as const;
  return (
    <>
      <FormTextField name="firstName" {...own} label={t('patients.firstName')} />
      <FormTextField name="lastName" {...own} label={t('patients.lastName')} />
    </>
  );
}

const DateFrame = styled.div`
  display: grid;
  gap: 6px;

  label {
    font-weight: 620;
  }
  p {
    color: var(--urgent);
    font-size: var(--text-s);
    font-weight: 620;
  }
  input {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 52px;
    padding: 10px var(--space-3);
    border: 2px solid var(--field-line);
    border-radius: var(--radius-m);
    background: var(--surface);
    color: var(--ink);
    font: inherit;
  }
  /* The picker inside has the focus, too, for which the field alone would show nothing. */
  input:focus-within {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
`;

interface FormDateFieldProps {
  name: string;
  label: string;
  type: 'date' | 'datetime-local';
}

/** Field for a day or a time that uses the browser's native picker. */
export function FormDateField({ name, label, type }: FormDateFieldProps) {
  const { error, onChange, ...field } = useFormikField<string>(name);
  const errorId = useId();
  return (
    <DateFrame>
      <label htmlFor={field.id}>{label}</label>
      <input
        {...field}
        type={type}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <p id={errorId}>{error}</p>}
    </DateFrame>
  );
}

/** Returns the current day at the hospital as YYYY-MM-DD. */
const today = () => hospitalTime(Date.now()).slice(0, 10);

/**
 * Schema of a patient's identifiers, which may stay empty: a date of birth that is not in the future, a room, and the
 * hospital's own record number and band code.
 */
export function identifiersSchema(t: Translate<'identity.dateOfBirthFuture' | 'identity.numberWrong'>) {
  const number = yup.string().trim().max(NUMBER_LENGTH).matches(HOSPITAL_NUMBER, t('identity.numberWrong'));
  return yup.object({
    dateOfBirth: yup.string().test('past', t('identity.dateOfBirthFuture'), (day) => !day || day <= today()),
    room: yup.string().trim().max(ROOM_LENGTH),
    ward: yup.string().trim().max(ROOM_LENGTH),
    recordNumber: number,
    bandCode: number,
  } satisfies Record<keyof PatientIdentifiers, unknown>);
}

/** Names of identifiers on the screen. */
export const IDENTIFIER_LABELS = {
  dateOfBirth: 'identity.dateOfBirth',
  room: 'identity.roomNumber',
  ward: 'identity.ward',
  recordNumber: 'identity.recordNumber',
  bandCode: 'identity.bandCode',
} as const satisfies Record<keyof PatientIdentifiers, string>;

export const IDENTIFIERS = Object.keys(IDENTIFIER_LABELS) as (keyof PatientIdentifiers)[];

/** Returns the values of a form: empty where the patient has no such identifier. */
export const identifierValues = (patient: Partial<PatientIdentifiers>): Record<keyof PatientIdentifiers, string> => ({
  dateOfBirth: patient.dateOfBirth ?? '',
  room: patient.room ?? '',
  ward: patient.ward ?? '',
  recordNumber: patient.recordNumber ?? '',
  bandCode: patient.bandCode ?? '',
});

/** Returns the identifiers that a form holds. */
export function identifiersFrom(values: Record<keyof PatientIdentifiers, string>): PatientIdentifiers {
  const of = (field: keyof PatientIdentifiers) => values[field].trim() || null;
  return {
    dateOfBirth: of('dateOfBirth'),
    room: of('room'),
    ward: of('ward'),
    recordNumber: of('recordNumber'),
    bandCode: of('bandCode'),
  };
}

const ROOM = { maxLength: ROOM_LENGTH, autoComplete: 'off' };
const NUMBER = { maxLength: NUMBER_LENGTH, autoComplete: 'off', spellCheck: false };

/** Fields for identifiers, by default all. */
export function IdentifierFields({ fields = IDENTIFIERS }: { fields?: readonly (keyof PatientIdentifiers)[] }) {
  const t = useText(words);
  const labelled = (name: keyof PatientIdentifiers) => ({ name, label: t(IDENTIFIER_LABELS[name]) });
  const all: Record<keyof PatientIdentifiers, ReactNode> = {
    dateOfBirth: <FormDateField type="date" {...labelled('dateOfBirth')} />,
    room: <FormTextField {...ROOM} {...labelled('room')} />,
    ward: <FormTextField {...ROOM} {...labelled('ward')} />,
    recordNumber: <FormTextField {...NUMBER} {...labelled('recordNumber')} />,
    bandCode: <FormTextField {...NUMBER} {...labelled('bandCode')} hint={t('identity.bandCodeHint')} />,
  };
  return fields.map((field) => <Fragment key={field}>{all[field]}</Fragment>);
}
