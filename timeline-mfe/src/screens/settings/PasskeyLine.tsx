import KeyRound from 'lucide-react/icons/key-round';
import type { Passkey } from 'mock-api/contract';
import { Button, formatDate, Note, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { removePasskey } from '../../api/passkeys.ts';
import { words } from '../../words-passkeys.ts';
import { SettingsLine } from './SettingsLine.tsx';

interface Props {
  passkey: Passkey;
  onRemoved(passkey: Passkey): void;
}

/** A passkey: the device it was created on, when it was last used, and a button that removes it. */
export function PasskeyLine({ passkey, onRemoved }: Props) {
  const t = useText(words);
  const { id, device, synced, createdAt, lastUsedAt } = passkey;
  const { state, submit } = useSubmit(async () => {
    await removePasskey(id);
    onRemoved(passkey);
  });
  return (
    <Stack $gap={8}>
      <SettingsLine>
        <KeyRound />
        <div>
          <strong>{device}</strong>
          <Soft>
            {lastUsedAt ? t('used', { date: formatDate(lastUsedAt) }) : t('made', { date: formatDate(createdAt) })}
          </Soft>
          {synced && <Soft>{t('synced')}</Soft>}
        </div>
        <Button
          variant="ghost"
          compact
          busy={state === 'sending'}
          onClick={() => void submit()}
          aria-label={t('removeOf', { device })}
        >
          {t('remove')}
        </Button>
      </SettingsLine>
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t('removeFailed', { device })}
        </Note>
      )}
    </Stack>
  );
}
