import UserMinus from 'lucide-react/icons/user-minus';
import type { Supporter, SupporterPermissions } from 'mock-api/contract';
import { useId, useState } from 'react';
import { Button, Card, Note, Soft, Stack, setPermissions, useText } from 'shared-ui';
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

type Step = 'choosing' | 'saving' | 'saved' | 'failed';

/** The five permissions of a supporter: changed here, kept with the update button. */
export function Permissions({ supporter }: { supporter: Supporter }) {
  const t = useText(words);
  const title = useId();
  const [chosen, setChosen] = useState<SupporterPermissions>(supporter.permissions);
  const [step, setStep] = useState<Step>('choosing');
  const hasChanged = PERMISSIONS.some((permission) => chosen[permission] !== supporter.permissions[permission]);
  useUnsent(hasChanged && step !== 'saved');
  const choose = (permission: keyof SupporterPermissions, isOn: boolean) => {
    setChosen({ ...chosen, [permission]: isOn });
    setStep('choosing');
  };
  const save = async () => {
    setStep('saving');
    try {
      await setPermissions(supporter.id, chosen);
      setStep('saved');
    } catch (error) {
      console.info('Permissions could not be kept', error);
      setStep('failed');
    }
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
      <Outcome step={step} />
      <Button busy={step === 'saving'} onClick={save}>
        {t('supporter.update')}
      </Button>
      <Button variant="danger" icon={<UserMinus />} disabled>
        {t('supporter.remove')}
      </Button>
      <Soft>{t('supporter.removeText')}</Soft>
    </Stack>
  );
}

function Outcome({ step }: { step: Step }) {
  const t = useText(words);
  if (step === 'saved') {
    return (
      <Note tone="success" live="status">
        {t('supporter.updated')}
      </Note>
    );
  }
  if (step !== 'failed') return null;
  return (
    <Note tone="error" live="alert">
      {t('supporter.notUpdated')}
    </Note>
  );
}
