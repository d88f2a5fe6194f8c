import { useLocation } from 'react-router-dom';
import { LinkButton, Note, paths, staffPaths, useStore, useText } from 'shared-ui';
import { idleMinutes } from 'shared-ui/forms';
import { words } from '../../words.ts';

/**
 * Says why the last session in this page ended, unless its user signed out, and what signing in again leads to; or
 * goodbye, once the account is erased. Patients may have no password, so it also links to the wristband.
 */
export function EndedNote() {
  const t = useText(words);
  const { ended, hasRunOut, status } = useStore(({ session }) => session);
  const isErased = new URLSearchParams(useLocation().search).has('erased');
  if (status !== 'anonymous') return null;
  if (isErased)
    return (
      <Note live="status" title={t('ended.erased')}>
        <p>{t('ended.goodbye')}</p>
      </Note>
    );
  if (!ended) return null;
  const count = idleMinutes();
  return (
    <Note live="status" title={ended.reason === 'idle' ? t('ended.idle', { count }) : t('ended.other')}>
      {ended.path !== null && (
        <p>
          {t('ended.return')} {hasRunOut && t('ended.kept')}
        </p>
      )}
      {!ended.path?.startsWith(staffPaths.desk) && (
        <LinkButton to={paths.onboarding.qrcode} variant="plain" compact>
          {t('ended.wristband')}
        </LinkButton>
      )}
    </Note>
  );
}
