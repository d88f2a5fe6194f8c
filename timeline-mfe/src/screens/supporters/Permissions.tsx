import UserMinus from 'lucide-react/icons/user-minus';
import type { Supporter, SupporterPermissions } from 'mock-api/contract';
import { useId, useState } from 'react';
import { Button, Card, Note, Soft, Stack, setPermissions, useSubmit, useText } from 'shared-ui';
import { SwitchField, useUnsent } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** In the order of docs/product-rules.md#supporters. */
const PERMISSIONS = ['statusUpdates', 'medicalRecords', 'diagnosticResults', 'carePlans', 'feedback'] as const;

const Lines = styled(Card)`
  padding-block: var(--space-1);

  > * + * {
    border-block-start: 1px solid var(--line-color);
  }
`;

/** The five permissions of a supporter: changed here, kept with the update button. */
export function Permissions({ supporter }: { supporter: Supporter }) {
  const t = useText(words);
  const title = useId();
  const [chosen, setChosen] = useState<SupporterPermissions>(supporter.permissions);
  const { state, submit, reset } = useSubmit(() => setPermissions(supporter.id, chosen));
  const hasChanged = PERMISSIONS.some((permission) => chosen[permission] !== supporter.permissions[permission]);
  useUnsent(hasChanged && state !== 'sent');
  const choose = (permission: keyof SupporterPermissions, isOn: boolean) => {
    setChosen({ ...chosen, [permission]: isOn });
    reset();
  };
  return (
    <Stack as="section" $gap={16} aria-labelledby={title}>
      <h2 id={title}>{t('supporter.permissions')}</h2>
      <Lines>
        {PERMISSIONS.map((permission) => (
          <SwitchField
            key={permission}
            label={t(`supporter.may.${permission}`)}
            value={chosen[permission]}
            onChange={(isOn) => choose(permission, isOn)}
          />
        ))}
      </Lines>
      <Outcome state={state} />
      <Button busy={state === 'sending'} onClick={() => submit()}>
        {t('supporter.update')}
      </Button>
      <Button variant="danger" icon={<UserMinus />} disabled>
        {t('supporter.remove')}
      </Button>
      <Soft>{t('supporter.removeText')}</Soft>
    </Stack>
  );
}

function Outcome({ state }: Pick<ReturnType<typeof useSubmit>, 'state'>) {
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
