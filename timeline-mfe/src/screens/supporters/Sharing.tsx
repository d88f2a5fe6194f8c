import type { SupporterPermissions } from 'mock-api/contract';
import { useId } from 'react';
import { Card, Soft, Stack, useStore, useText } from 'shared-ui';
import { areaOfEvent, OWN_PROFILE, type SharedArea, sharesAnything } from 'shared-ui/contract';
import { FormikField, SwitchField, useFormikContext } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../screen-words.ts';
import { AreaList, sharingWords } from './SharedAreas.tsx';

/** In the order of docs/product-rules.md#supporters. */
export const PERMISSIONS = ['statusUpdates', 'medicalRecords', 'diagnosticResults', 'carePlans', 'feedback'] as const;

/** Returns the permissions among a form's values. */
export const permissionsOf = (values: SupporterPermissions): SupporterPermissions => {
  const { statusUpdates, medicalRecords, diagnosticResults, carePlans, feedback } = values;
  return { statusUpdates, medicalRecords, diagnosticResults, carePlans, feedback };
};

const Lines = styled(Card)`
  padding-block: var(--space-1);

  > * + * {
    border-block-start: 1px solid var(--line-color);
  }
`;

/** Returns how texts name the supporter, while their name may still be empty. */
function useNameInText(name: string): string {
  const t = useText(sharingWords);
  return name.trim() || t('someone');
}

/** Returns what a permission's label leaves unsaid. */
function useHint(name: string) {
  const t = useText(sharingWords);
  const { medicalRecords } = useFormikContext<SupporterPermissions>().values;
  return (permission: (typeof PERMISSIONS)[number]): string | undefined => {
    if (permission === 'statusUpdates') return t('updatesHint', { name });
    const isClosed = !medicalRecords && (permission === 'diagnosticResults' || permission === 'carePlans');
    return isClosed ? t('needsRecords') : undefined;
  };
}

interface PermissionSwitchesProps {
  /** The supporter's name. */
  name: string;
  /** Called after every change. */
  onChange?(): void;
}

/** The five permissions as fields of a form. */
export function PermissionSwitches({ name, onChange }: PermissionSwitchesProps) {
  const t = useText(words);
  const hintOf = useHint(useNameInText(name));
  return (
    <Lines>
      {PERMISSIONS.map((permission) => (
        <FormikField<boolean> key={permission} name={permission}>
          {(field) => (
            <SwitchField
              {...field}
              label={t(`supporter.may.${permission}`)}
              hint={hintOf(permission)}
              onChange={(isOn) => {
                field.onChange(isOn);
                onChange?.();
              }}
            />
          )}
        </FormikField>
      ))}
    </Lines>
  );
}

interface SharingPreviewProps {
  /** The supporter's name. */
  name: string;
  isAccepted?: boolean;
}

/**
 * "What Zoë sees": the parts of the patient's data that the form's switches open, each with an example from their own
 * timeline. It is worked out on the phone; nothing is sent.
 */
export function SharingPreview({ name, isAccepted = false }: SharingPreviewProps) {
  const t = useText(sharingWords);
  const title = useId();
  const { values } = useFormikContext<SupporterPermissions>();
  const events = useStore((state) => state.events.list);
  const named = { name: useNameInText(name) };
  const exampleOf = (area: SharedArea) =>
    events.find(({ profileId, type }) => profileId === OWN_PROFILE && areaOfEvent(type) === area)?.name;
  return (
    <Card as="section" aria-labelledby={title}>
      <Stack>
        <h3 id={title}>{t('title', named)}</h3>
        <Soft>{t(isAccepted ? 'after' : 'before', named)}</Soft>
        <AreaList titleId={title} permissions={values} exampleOf={exampleOf} />
        <Soft>{sharesAnything(values) ? t('never') : t('nothing', named)}</Soft>
      </Stack>
    </Card>
  );
}
