import { useState } from 'react';
import { onDemand } from 'shared-ui';
import { forgetInvitation, keptInvitation } from '../session/invitation.ts';

const KeptInvitationNote = onDemand(() => import('./KeptInvitationNote.tsx'));

/** Names the inviter whose invitation a sign-in or registration here will accept, with a button to discard it. */
export function KeptInvitation() {
  const [kept, setKept] = useState(keptInvitation);
  if (!kept) return null;
  const leave = () => {
    forgetInvitation();
    setKept(null);
    // The pressed button is removed with the note, so the focus moves to the heading.
    document.querySelector('h1')?.focus();
  };
  return <KeptInvitationNote name={kept.name} onLeave={leave} />;
}
