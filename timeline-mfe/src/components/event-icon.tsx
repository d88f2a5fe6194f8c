import BellRing from 'lucide-react/icons/bell-ring';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Hospital from 'lucide-react/icons/hospital';
import Info from 'lucide-react/icons/info';
import Mail from 'lucide-react/icons/mail';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import Reply from 'lucide-react/icons/reply';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import type { CareEvent } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { EVENT_TYPE } from 'shared-ui';

const ICONS: Record<number, ReactNode> = {
  [EVENT_TYPE.SUPPORTER]: <Users />,
  [EVENT_TYPE.RESULT]: <FlaskConical />,
  [EVENT_TYPE.RESULT_COMPLETE]: <ClipboardCheck />,
  [EVENT_TYPE.RESULT_SURVEY]: <MessageCircleQuestion />,
  [EVENT_TYPE.BLOOD_SURVEY]: <MessageCircleQuestion />,
  [EVENT_TYPE.CARE_PLAN]: <ClipboardList />,
  [EVENT_TYPE.MESSAGE]: <Mail />,
  [EVENT_TYPE.HOSPITAL]: <Hospital />,
  [EVENT_TYPE.HOSPITAL_SURVEY_IN]: <MessageCircleQuestion />,
  [EVENT_TYPE.HOSPITAL_SURVEY_OUT]: <MessageCircleQuestion />,
  [EVENT_TYPE.PHYSICIAN]: <Stethoscope />,
  [EVENT_TYPE.SUPPORTER_REQUEST]: <UserPlus />,
};

/** Returns the icon for an event's type, an arrow for a reply, or a bell if it is urgent. */
export function eventIcon({ requestId, type, status }: CareEvent): ReactNode {
  if (requestId !== undefined) return <Reply />;
  if (status === 'URGENT') return <BellRing />;
  return ICONS[type] ?? <Info />;
}
