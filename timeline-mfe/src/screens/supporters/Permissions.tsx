import type { Supporter, SupporterPermissions } from 'mock-api/contract';
import { useId } from 'react';
import { Button, Card, Note, Stack, setPermissions, useSubmit, useText } from 'shared-ui';
import {
  Form,
  Formik,
  FormikField,
  type FormikHelpers,
  SwitchField,
  useFormikContext,
  useUnsent,
  yup,
} from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** In the order of docs/product-rules.md#supporters. */
const PERMISSIONS = ['statusUpdates', 'medicalRecords', 'diagnosticResults', 'carePlans', 'feedback'] as const;

/** Each permission is on or off. There are no messages, because a switch can't hold an invalid value. */
const PERMISSIONS_SCHEMA = yup.object(
  Object.fromEntries(PERMISSIONS.map((permission) => [permission, yup.boolean().required()])),
);

const Lines = styled(Card)`
  padding-block: var(--space-1);

  > * + * {
    border-block-start: 1px solid var(--line-color);
  }
`;

/** A supporter's five permissions, saved with the Update button. */
export function Permissions({ supporter }: { supporter: Supporter }) {
  const t = useText(words);
  const title = useId();
  const { state, submit, reset } = useSubmit(async (chosen: SupporterPermissions) => {
    await setPermissions(supporter.id, chosen);
    return true;
  });
  const update = async (chosen: SupporterPermissions, { resetForm }: FormikHelpers<SupporterPermissions>) => {
    if (await submit(chosen)) resetForm({ values: chosen });
  };
  return (
    <Formik
      initialValues={supporter.permissions}
      // Follows changes made on another phone.
      enableReinitialize
      validationSchema={PERMISSIONS_SCHEMA}
      onSubmit={update}
    >
      {({ isSubmitting }) => (
        <Form noValidate>
          <Stack as="section" $gap={16} aria-labelledby={title}>
            <h2 id={title}>{t('supporter.permissions')}</h2>
            <Switches onChange={reset} />
            <UpdateNote state={state} />
            <Button type="submit" busy={isSubmitting}>
              {t('supporter.update')}
            </Button>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}

function Switches({ onChange }: { onChange(): void }) {
  const t = useText(words);
  useUnsent(useFormikContext().dirty);
  return (
    <Lines>
      {PERMISSIONS.map((permission) => (
        <FormikField<boolean> key={permission} name={permission}>
          {(field) => (
            <SwitchField
              {...field}
              label={t(`supporter.may.${permission}`)}
              onChange={(isOn) => {
                field.onChange(isOn);
                onChange();
              }}
            />
          )}
        </FormikField>
      ))}
    </Lines>
  );
}

function UpdateNote({ state }: Pick<ReturnType<typeof useSubmit>, 'state'>) {
  const t = useText(words);
  if (state === 'sent') {
    return (
      <Note tone="success" live="status">
        {t('supporter.updated')}
      </Note>
    );
  }
  if (state !== 'failed') return null;
  return (
    <Note tone="error" live="alert">
      {t('supporter.notUpdated')}
    </Note>
  );
}
