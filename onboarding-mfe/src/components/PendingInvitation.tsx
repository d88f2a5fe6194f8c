import { useState } from 'react';
import { onDemand } from 'shared-ui';
import { clearPendingInvitation, readPendingInvitation } from '../session/invitation.ts';

const PendingInvitationNote = onDemand(() => import('./PendingInvitationNote.tsx'));

interface PendingInvitationProps {
  /** Called when the user has discarded the invitation. */
  onDiscarded?(): void;
}

/** Names the inviter whose invitation a sign-in or registration here will accept, with a button to discard it. */
export function PendingInvitation({ onDiscarded }: PendingInvitationProps) {
  const [invitation, setInvitation] = useState(readPendingInvitation);
  if (!invitation) return null;
  const discard = () => {
    clearPendingInvitation();
    setInvitation(null);
    onDiscarded?.();
    // The pressed button is removed with the note, so the focus moves to the heading.
    document.querySelector('h1')?.focus();
  };
  return <PendingInvitationNote name={invitation.name} onDiscard={discard} />;
}
