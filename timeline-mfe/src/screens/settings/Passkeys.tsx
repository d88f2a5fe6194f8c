import KeyRound from 'lucide-react/icons/key-round';
import type { Passkey } from 'mock-api/contract';
import { useState } from 'react';
import { ApiFailure, Button, formatDate, Note, Soft, useSubmit, useText } from 'shared-ui';
import { createPasskey, hasPasskeys, PasskeyFailure, type PasskeyFault } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import { addPasskey, fetchPasskeyOptions, fetchPasskeys, removePasskey } from '../../api/account.ts';
import en from '../../locales/passkeys.en.json';
import { useConfirmed } from './ConfirmIdentity.tsx';
import { OwnLine, OwnList, useOwnEntries } from './OwnList.tsx';

const words = defineCatalogue('timeline-mfe/passkeys', en, (tag) => import(`../../locales/passkeys.${tag}.json`));

/** The user's passkeys. They can be removed and, in browsers that support it, added. */
export function Passkeys() {
  const t = useText(words);
  const confirmed = useConfirmed();
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
      line={(passkey) => {
        const { createdAt, device, id, lastUsedAt, synced } = passkey;
        const remove = async () => {
          await confirmed(() => removePasskey(id));
          own.remove(passkey);
          setAnnouncement(t('removed', { device }));
        };
        return (
          <OwnLine
            icon={<KeyRound />}
            device={device}
            label={t('remove')}
            fullLabel={t('removeOf', { device })}
            failed={t('removeFailed', { device })}
            remove={remove}
          >
            <Soft>
              {lastUsedAt ? t('used', { date: formatDate(lastUsedAt) }) : t('made', { date: formatDate(createdAt) })}
            </Soft>
            {synced && <Soft>{t('synced')}</Soft>}
          </OwnLine>
        );
      }}
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

const FAULT_TEXTS = {
  cancelled: 'cancelled',
  known: 'known',
  impossible: 'impossible',
} as const satisfies Record<PasskeyFault, string>;

/** Creates a passkey on this device, or explains why it can't. */
function AddPasskey({ onAdded }: { onAdded(passkey: Passkey): void }) {
  const t = useText(words);
  const confirmed = useConfirmed();
  const { state, error, submit } = useSubmit(async () => {
    onAdded(await addPasskey(await createPasskey(await confirmed(fetchPasskeyOptions))));
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
