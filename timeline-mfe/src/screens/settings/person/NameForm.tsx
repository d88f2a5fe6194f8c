import { useMemo } from 'react';
import {
  ApiFailure,
  recheckSession,
  Soft,
  signedInUser,
  type Translate,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { isPlainName } from 'shared-ui/contract';
import { Facts } from 'shared-ui/details';
import { createDraft, KeepDraft, yup } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import { saveNames } from '../../../api/account.ts';
import { FormTextField, SectionForm } from '../../../components/SectionForm.tsx';
import en from '../../../locales/name.en.json';

const words = defineCatalogue('timeline-mfe/name', en, (tag) => import(`../../../locales/name.${tag}.json`));

/** Maximum length of a name and of a preferred name that the API accepts. */
const NAME_LENGTH = 100;
const PREFERRED_LENGTH = 40;

type Values = {
  firstName: string;
  lastName: string;
  preferredName: string;
};

const schemaFor = (t: Translate<'wrong' | 'firstNameRequired' | 'lastNameRequired'>) => {
  const plain = yup
    .string()
    .trim()
    .test('plain', t('wrong'), (name = '') => isPlainName(name));
  return yup.object({
    firstName: plain.required(t('firstNameRequired')),
    lastName: plain.required(t('lastNameRequired')),
    preferredName: plain,
  });
};

/** Typed values that override the known ones. */
const draft = createDraft<Partial<Values>>({});

const reasonOf = (error: unknown) => (error instanceof ApiFailure ? Object.values(error.fields)[0] : undefined);

/** The user's name, read-only if only the hospital changes it, and the name that they want to be called by. */
export function NameForm() {
  const t = useText(words);
  const me = useStore(signedInUser);
  const schema = useMemo(() => schemaFor(t), [t]);
  const isReadOnly = me?.nameByStaff ?? false;
  const start: Values = {
    preferredName: me?.preferredName ?? '',
    ...draft.get(),
    firstName: me?.firstName ?? '',
    lastName: me?.lastName ?? '',
    ...(isReadOnly ? {} : draft.get()),
  };
  const { state, error, submit } = useSubmit(async ({ firstName, lastName, preferredName }: Values) => {
    const own = isReadOnly ? {} : { firstName: firstName.trim(), lastName: lastName.trim() };
    await saveNames({ ...own, preferredName: preferredName.trim() || null });
    void draft.forget();
    await recheckSession();
  });
  return (
    <SectionForm<Values>
      initialValues={start}
      validationSchema={isReadOnly ? schema.pick(['preferredName']) : schema}
      onSubmit={submit}
      lead={
        <>
          <KeepDraft draft={draft} />
          <h2>{t('title')}</h2>
        </>
      }
      check={t('check')}
      saved={state === 'sent' && t('saved')}
      failure={state === 'failed' && (reasonOf(error) ?? t('failed'))}
      save={t('save')}
    >
      {isReadOnly ? (
        <>
          <Facts variant="columns" facts={[[t('name'), me?.name ?? '']]} />
          <Soft>{t('byStaff')}</Soft>
        </>
      ) : (
        <OwnNames />
      )}
      <FormTextField
        name="preferredName"
        label={t('preferredName')}
        hint={t('preferredNameHint')}
        maxLength={PREFERRED_LENGTH}
        autoComplete="nickname"
      />
    </SectionForm>
  );
}

/** Fields for the name of someone who registered. */
function OwnNames() {
  const t = useText(words);
  return (
    <>
      <FormTextField
        name="firstName"
        label={t('firstName')}
        maxLength={NAME_LENGTH}
        autoComplete="given-name"
        required
      />
      <FormTextField
        name="lastName"
        label={t('lastName')}
        maxLength={NAME_LENGTH}
        autoComplete="family-name"
        required
      />
    </>
  );
}
