import { useState } from 'react';
import { onDemand } from 'shared-ui';
import { forgetInvitation, keptInvitation } from '../session/invitation.ts';

const KeptInvitationNote = onDemand(() => import('./KeptInvitationNote.tsx'));

/** Before a sign-in or a registration accepts it: whose invitation this tab came by, and the way on without it. */
export function KeptInvitation() {
  const [kept, setKept] = useState(keptInvitation);
  if (!kept) return null;
  const leave = () => {
    forgetInvitation();
    setKept(null);
    // The button that was pressed is gone with the note.
    document.querySelector('h1')?.focus();
  };
  return <KeptInvitationNote name={kept.name} onLeave={leave} />;
}
