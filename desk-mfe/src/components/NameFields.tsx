import { type Translate, useText } from 'shared-ui';
import { isPlainName } from 'shared-ui/contract';
import { FormikField, TextField, yup } from 'shared-ui/forms';
import { words } from '../words.ts';

/** Maximum length of a name that the API accepts. */
const NAME_LENGTH = 100;

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

/** Inside a form with `firstName` and `lastName`: fields for both. */
export function NameFields() {
  const t = useText(words);
  const own = { autoComplete: 'off', required: true, maxLength: NAME_LENGTH } as const;
  return (
    <>
      <FormikField name="firstName">
        {(field) => <TextField {...field} {...own} label={t('patients.firstName')} />}
      </FormikField>
      <FormikField name="lastName">
        {(field) => <TextField {...field} {...own} label={t('patients.lastName')} />}
      </FormikField>
    </>
  );
}
