import BookOpen from 'lucide-react/icons/book-open';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import FileText from 'lucide-react/icons/file-text';
import Users from 'lucide-react/icons/users';
import { paths } from 'shared-ui';

/** The five tabs. A tab is active when its word is in the path (docs/product-rules.md#profile-panel). */
export const TABS = [
  { key: 'events', word: 'events', icon: <CalendarClock />, to: paths.profile.events },
  { key: 'supporters', word: 'supporters', icon: <Users />, to: paths.profile.supporters },
  { key: 'results', word: 'results', icon: <FileText />, to: paths.profile.results },
  { key: 'carePlans', word: 'care-plans', icon: <ClipboardList />, to: paths.profile.carePlans },
  { key: 'resources', word: 'resources', icon: <BookOpen />, to: paths.profile.resources },
] as const;

/** Whether a path belongs to a tab, e.g. "/profile/1/events/7" to "events". */
export const isTabOf = (pathname: string, word: string) => pathname.includes(`/${word}`);
