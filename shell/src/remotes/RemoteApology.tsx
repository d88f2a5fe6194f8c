import { useState } from 'react';
import { Apology, Button, LinkButton, runtimeConfig, useText } from 'shared-ui';
import { words } from '../words.ts';
import type { RemoteName } from './contracts.ts';

/** What a person sees in the place of a remote that can't be had: what happened, and what they can do. */
export function RemoteApology({ name, onRetry }: { name: RemoteName; onRetry(): Promise<void> }) {
  const t = useText(words);
  const [isTrying, setIsTrying] = useState(false);
  const [phone] = runtimeConfig().brand.supportPhones;
  const tryAgain = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <Apology title={t(`remote.apology.${name}`)} text={t('remote.nothingLost')}>
      <Button onClick={tryAgain} busy={isTrying}>
        {t('remote.tryAgain')}
      </Button>
      {phone && (
        <LinkButton variant="plain" href={`tel:${phone.number.replace(/[^+\d]/g, '')},${phone.extension}`}>
          {t('remote.callSupport')}
        </LinkButton>
      )}
    </Apology>
  );
}
