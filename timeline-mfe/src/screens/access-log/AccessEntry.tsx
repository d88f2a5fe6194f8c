import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Eye from 'lucide-react/icons/eye';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LogIn from 'lucide-react/icons/log-in';
import ShieldX from 'lucide-react/icons/shield-x';
import UserCheck from 'lucide-react/icons/user-check';
import type { AuditEntry } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { EventCard, formatTime } from 'shared-ui';

const ICONS: Readonly<Record<string, ReactNode>> = {
  SIGNED_IN: <LogIn />,
  SIGN_IN_LOCKED: <LockKeyhole />,
  PIN_LOCKED: <LockKeyhole />,
  DENIED: <ShieldX />,
  RECORD_VIEWED: <Eye />,
  PERMISSIONS_CHANGED: <UserCheck />,
  SURVEY_DELIVERED: <ClipboardCheck />,
};

/** An entry of the access log: what was done, by whom, and at what time of day. */
export function AccessEntry({ entry: { at, action, who, what } }: { entry: AuditEntry }) {
  return (
    <EventCard
      name={what}
      status="VIEWED"
      word={who}
      time={<time dateTime={at}>{formatTime(at)}</time>}
      icon={ICONS[action] ?? <KeyRound />}
    />
  );
}
