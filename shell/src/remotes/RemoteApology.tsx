import { useState } from 'react';
import { Apology, Button, LinkButton, runtimeConfig, useText } from 'shared-ui';
import en from '../locales/en.json';
import { words } from '../words.ts';

const { apology } = en.remote;

/** Remotes whose part of the product has a name of its own; what is said of all others is said of a page. */
const isNamed = (name: string): name is keyof typeof apology => Object.hasOwn(apology, name);

/** What a person sees in the place of a remote that can't be had: what happened, and what they can do. */
export function RemoteApology({ name, onRetry }: { name: string; onRetry(): Promise<void> }) {
  const t = useText(words);
  const [isTrying, setIsTrying] = useState(false);
  const [phone] = runtimeConfig().brand.supportPhones;
  const tryAgain = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <Apology title={t(`remote.apology.${isNamed(name) ? name : 'other'}`)} text={t('remote.nothingLost')}>
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
