import { Navigate } from 'react-router-dom';
import { PanelScreen, paths, useProfile, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { InviteForm } from './InviteForm.tsx';

/** Invites a supporter by text message. Profile 1 only (docs/product-rules.md#supporters). */
export default function InviteScreen() {
  const t = useText(words);
  const profile = useProfile();
  if (!profile.isOwn) return <Navigate to={paths.profile.supporters(profile.id)} replace />;
  return (
    <PanelScreen title={t('invite.title')}>
      <InviteForm listPath={paths.profile.supporters(profile.id)} />
    </PanelScreen>
  );
}
