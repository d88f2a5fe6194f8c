import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CheckCheck from 'lucide-react/icons/check-check';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import FlaskConical from 'lucide-react/icons/flask-conical';
import IdCard from 'lucide-react/icons/id-card';
import Info from 'lucide-react/icons/info';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LockOpen from 'lucide-react/icons/lock-open';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import PencilLine from 'lucide-react/icons/pencil-line';
import Reply from 'lucide-react/icons/reply';
import ScanBarcode from 'lucide-react/icons/scan-barcode';
import ShieldX from 'lucide-react/icons/shield-x';
import Signature from 'lucide-react/icons/signature';
import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import UserX from 'lucide-react/icons/user-x';
import type { AuditEntry } from 'mock-api/contract';
import type { ReactNode } from 'react';

const ICONS: Readonly<Record<string, ReactNode>> = {
  SIGNED_IN: <LogIn />,
  SIGN_IN_LOCKED: <LockKeyhole />,
  PIN_LOCKED: <LockKeyhole />,
  DENIED: <ShieldX />,
  RECORD_VIEWED: <Eye />,
  PERMISSIONS_CHANGED: <UserCheck />,
  SUPPORT_ENDED: <UserX />,
  SURVEY_DELIVERED: <ClipboardCheck />,
  TESTER_CHANGED: <FlaskConical />,
  AGREED: <Signature />,
  REQUEST_SENT: <MessageCircle />,
  IDENTITY_CHANGED: <IdCard />,
  PASSKEY_ADDED: <KeyRound />,
  PASSKEY_REMOVED: <KeyRound />,
  PASSKEY_REFUSED: <ShieldX />,
  STAFF_VIEWED: <Eye />,
  STAFF_CHANGED: <PencilLine />,
};

/** What staff did, where that is more specific than "changed" or "viewed". */
const STAFF_ICONS: Readonly<Record<string, ReactNode>> = {
  wristband: <ScanBarcode />,
  'wristband-issued': <ScanBarcode />,
  'account-approved': <UserCheck />,
  'account-denied': <UserX />,
  'supporter-approved': <UserCheck />,
  'supporter-denied': <UserX />,
  'patient-created': <UserPlus />,
  'account-unlocked': <LockOpen />,
  'sessions-ended': <LogOut />,
  'trial-expired': <UserX />,
  'event-sent': <CalendarPlus />,
  'next-changed': <Clock />,
  'next-removed': <Clock />,
  'request-seen': <Eye />,
  'request-done': <CheckCheck />,
  'request-replied': <Reply />,
  'made-staff': <IdCard />,
};

/** Returns the icon of an entry. Actions that this version doesn't know get a neutral one. */
export const accessIcon = ({ action, staffAct = '' }: AuditEntry): ReactNode =>
  STAFF_ICONS[staffAct] ?? ICONS[action] ?? <Info />;
