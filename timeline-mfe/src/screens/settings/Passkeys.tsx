import type { Passkey } from 'mock-api/contract';
import { useRef, useState } from 'react';
import { Button, LiveRegion, Note, Skeleton, Soft, Stack, useLoad, useLocale, useText } from 'shared-ui';
import { hasPasskeys } from 'shared-ui/forms';
import { fetchPasskeys } from '../../api/passkeys.ts';
import { words } from '../../words-passkeys.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';

/** The person's passkeys: to see, to remove, and in a browser that can, to add. */
export function Passkeys() {
  const t = useText(words);
  const title = useRef<HTMLHeadingElement>(null);
  // The server words the devices: another language is another list.
  const { state, value = [], retry } = useLoad(fetchPasskeys, [useLocale()]);
  const [added, setAdded] = useState<Passkey[]>([]);
  const [removed, setRemoved] = useState<Passkey[]>([]);
  const [said, setSaid] = useState('');
  const onRemoved = (passkey: Passkey) => {
    setRemoved([...removed, passkey]);
    setSaid(t('removed', { device: passkey.device }));
    // The button that had the focus is gone.
    title.current?.focus({ preventScroll: true });
  };
  const onAdded = (passkey: Passkey) => {
    setAdded([...added, passkey]);
    setSaid(t('added'));
  };
  const ids = new Set(removed.map(({ id }) => id));
  const shown = [...value, ...added.filter(({ id }) => !value.some((known) => known.id === id))].filter(
    ({ id }) => !ids.has(id),
  );
  return (
    <Stack as="section" $gap={16}>
      <h2 ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      <p>{t('text')}</p>
      <LiveRegion message={said} />
      {state === 'loading' && <Skeleton label={t('title')} />}
      {state === 'failed' && (
        <Note tone="warning">
          <p>{t('failed')}</p>
          <Button variant="plain" compact onClick={retry}>
            {t('again')}
          </Button>
        </Note>
      )}
      {state === 'ready' && shown.length === 0 && <Soft>{t('none')}</Soft>}
      <Stack as="ul">
        {shown.map((passkey) => (
          <li key={passkey.id}>
            <PasskeyLine passkey={passkey} onRemoved={onRemoved} />
          </li>
        ))}
      </Stack>
      {hasPasskeys() ? <AddPasskey onAdded={onAdded} /> : <Soft>{t('impossible')}</Soft>}
    </Stack>
  );
}
