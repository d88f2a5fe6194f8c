import KeyRound from 'lucide-react/icons/key-round';
import { Button, useText } from 'shared-ui';
import { words } from '../../words-account.ts';

/** Sign-in button for users who have added a passkey in their settings. */
export function PasskeyButton({ busy, onPress }: { busy: boolean; onPress(): void }) {
  const t = useText(words);
  return (
    <Button type="button" variant="ghost" icon={<KeyRound />} busy={busy} onClick={onPress}>
      {t('passkey.signIn')}
    </Button>
  );
}
