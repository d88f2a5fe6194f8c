import { useEffect, useState } from 'react';
import { Note, recheckSession, runtimeConfig, Stack, signedInUser, useStore, useSubmit, useText } from 'shared-ui';
import { SwitchField } from 'shared-ui/forms';
import { FailureNote } from '../../components/SectionForm.tsx';
import {
  type PushState,
  readPushState,
  saveTextNotifications,
  turnPushOff,
  turnPushOn,
  words,
} from '../../push/push.ts';

/** Settings for notifications while the app is closed: push notifications, with text messages as a fallback. */
export function NotificationSettings() {
  const t = useText(words);
  return (
    <Stack as="section" $gap={16}>
      <h2>{t('settings')}</h2>
      <PushSwitch />
      <TextSwitch />
    </Stack>
  );
}

/** Explanation shown instead of the switch, by push state. */
const REASONS = { 'home-screen': 'homeScreen', denied: 'denied', unsupported: 'unsupported' } as const;

function PushSwitch() {
  const t = useText(words);
  const [push, setPush] = useState<PushState>();
  const { state, submit } = useSubmit(async (isOn: boolean) => setPush(await (isOn ? turnPushOn() : turnPushOff())));
  useEffect(() => {
    readPushState().then(setPush, (error: unknown) => console.info('Failed to check push notifications', error));
  }, []);
  if (push === undefined) return null;
  if (push === 'home-screen' || push === 'denied' || push === 'unsupported') return <Note>{t(REASONS[push])}</Note>;
  return (
    <>
      <SwitchField
        label={t('switch')}
        hint={t('switchHint', { product: runtimeConfig().brand.name })}
        value={push === 'on'}
        onChange={(isOn) => void submit(isOn)}
      />
      {state === 'failed' && <FailureNote>{t('failed')}</FailureNote>}
    </>
  );
}

function TextSwitch() {
  const t = useText(words);
  const isSaved = useStore((state) => signedInUser(state)?.textNews ?? false);
  const [wanted, setWanted] = useState<boolean>();
  const { state, submit } = useSubmit(async (isOn: boolean) => {
    setWanted(isOn);
    try {
      await saveTextNotifications(isOn);
      await recheckSession();
    } finally {
      setWanted(undefined);
    }
  });
  return (
    <>
      <SwitchField
        label={t('text')}
        hint={t('textHint')}
        value={wanted ?? isSaved}
        onChange={(isOn) => void submit(isOn)}
      />
      {state === 'failed' && <FailureNote>{t('failed')}</FailureNote>}
    </>
  );
}
