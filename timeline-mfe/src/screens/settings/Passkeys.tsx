import KeyRound from 'lucide-react/icons/key-round';
import type { Passkey } from 'mock-api/contract';
import { useState } from 'react';
import { ApiFailure, Button, defineWords, formatDate, Note, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { createPasskey, hasPasskeys, PasskeyFailure, type PasskeyFault } from 'shared-ui/forms';
import { addPasskey, fetchPasskeyOptions, fetchPasskeys, removePasskey } from '../../api/account.ts';
import { FailureNote } from '../../components/SectionForm.tsx';
import en from '../../locales/passkeys.en.json';
import fr from '../../locales/passkeys.fr.json';
import { OwnList, SettingsLine, useOwnEntries } from './OwnList.tsx';

const words = defineWords('timeline-passkeys', { en, fr });

/** The user's passkeys. They can be removed and, in browsers that support it, added. */
export function Passkeys() {
  const t = useText(words);
  const own = useOwnEntries(fetchPasskeys);
  const [announcement, setAnnouncement] = useState('');
  return (
    <OwnList
      own={own}
      title={t('title')}
      intro={<p>{t('text')}</p>}
      announcement={announcement}
      failed={t('failed')}
      again={t('again')}
      empty={<Soft>{t('none')}</Soft>}
      line={(passkey) => (
        <PasskeyLine
          passkey={passkey}
          onRemoved={(removed) => {
            own.remove(removed);
            setAnnouncement(t('removed', { device: removed.device }));
          }}
        />
      )}
    >
      {hasPasskeys() ? (
        <AddPasskey
          onAdded={(passkey) => {
            own.add(passkey);
            setAnnouncement(t('added'));
          }}
        />
      ) : (
        <Soft>{t('impossible')}</Soft>
      )}
    </OwnList>
  );
}

interface Props {
  passkey: Passkey;
  onRemoved(passkey: Passkey): void;
}

/** A passkey: the device it was created on, when it was last used, and a button that removes it. */
function PasskeyLine({ passkey, onRemoved }: Props) {
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
      {state === 'failed' && <FailureNote>{t('removeFailed', { device })}</FailureNote>}
    </Stack>
  );
}

const FAULT_TEXTS = {
  cancelled: 'cancelled',
  known: 'known',
  impossible: 'impossible',
} as const satisfies Record<PasskeyFault, string>;

/** Creates a passkey on this device, or explains why it can't. */
function AddPasskey({ onAdded }: { onAdded(passkey: Passkey): void }) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(async () => {
    onAdded(await addPasskey(await createPasskey(await fetchPasskeyOptions())));
  });
  return (
    <>
      {error !== null && (
        <Note tone={error instanceof PasskeyFailure ? 'info' : 'error'} live="alert">
          <Reason error={error} />
        </Note>
      )}
      <Button variant="ghost" compact icon={<KeyRound />} busy={state === 'sending'} onClick={() => void submit()}>
        {t('add')}
      </Button>
    </>
  );
}

function Reason({ error }: { error: unknown }) {
  const t = useText(words);
  if (error instanceof PasskeyFailure) return t(FAULT_TEXTS[error.fault]);
  return (error instanceof ApiFailure && error.message) || t('addFailed');
}
