import { useState } from 'react';
import { Soft, useText } from 'shared-ui';
import { hasPasskeys } from 'shared-ui/forms';
import { fetchPasskeys } from '../../api/passkeys.ts';
import { words } from '../../words-passkeys.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { OwnList } from './OwnList.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';
import { useOwnEntries } from './useOwnEntries.ts';

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
