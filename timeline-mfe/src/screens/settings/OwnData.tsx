import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, endSession, LiveRegion, paths, Soft, Stack, signedInUser, useStore, useText } from 'shared-ui';
import { hospitalTime } from 'shared-ui/details';
import { Dialog } from 'shared-ui/dialog';
import { eraseAccount, fetchOwnData } from '../../api/account.ts';
import { ConfirmIdentity, words } from './ConfirmIdentity.tsx';

type Action = 'pdf' | 'json' | 'erase';

/** Downloads everything about the user, or erases the account. Each asks who it is first. */
export function OwnData() {
  const t = useText(words);
  const isStaff = useStore((state) => signedInUser(state)?.roleType === 'staff');
  const navigate = useNavigate();
  const [action, setAction] = useState<Action>('pdf');
  const [isOpen, setIsOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const close = () => setIsOpen(false);
  const start = (wanted: Action) => {
    setAction(wanted);
    setAnnouncement('');
    setIsOpen(true);
  };
  const download = async (form: 'json' | 'pdf') => {
    saveFile(await fetchOwnData(form), `lodestar-${hospitalTime(Date.now()).slice(0, 10)}.${form}`);
    close();
    setAnnouncement(t('downloaded'));
  };
  const erase = async () => {
    await eraseAccount();
    await endSession();
    // Says goodbye there: no screen of the app is left to do so.
    navigate(`${paths.onboarding.login}?erased`, { replace: true });
  };
  return (
    <Stack as="section" $gap={16}>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <LiveRegion message={announcement} />
      <Button variant="ghost" compact icon={<Download />} onClick={() => start('pdf')}>
        {t('pdf')}
      </Button>
      <Button variant="ghost" compact icon={<Download />} onClick={() => start('json')}>
        {t('json')}
      </Button>
      <Soft>{t(isStaff ? 'staff' : 'eraseText')}</Soft>
      {!isStaff && (
        <Button variant="danger" compact onClick={() => start('erase')}>
          {t('erase')}
        </Button>
      )}
      <Dialog open={isOpen} onClose={close} title={t(action === 'erase' ? 'eraseTitle' : 'confirmTitle')}>
        <Stack $gap={16}>
          {action === 'erase' ? (
            <>
              <p>{t('eraseGoes')}</p>
              <p>{t('eraseStays')}</p>
              <p>
                <strong>{t('eraseFinal')}</strong>
              </p>
            </>
          ) : (
            <p>{t('confirmText')}</p>
          )}
          <ConfirmIdentity
            label={t(action === 'erase' ? 'eraseNow' : 'continue')}
            danger={action === 'erase'}
            onConfirmed={() => (action === 'erase' ? erase() : download(action))}
            onCancel={close}
          />
        </Stack>
      </Dialog>
    </Stack>
  );
}

/** Delay before an object URL is revoked, long enough for the browser to start reading the file (ms). */
const REVOKE_DELAY_MS = 60_000;

/** Downloads an in-memory file under the given name. */
function saveFile(file: Blob, download: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, rel: 'noopener', download }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
