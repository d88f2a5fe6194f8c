import type { StaffRole } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { onDemand, staffPaths } from 'shared-ui';
import type { FeatureRemote } from 'shared-ui/contract';
import { DeskFrame } from './components/DeskFrame.tsx';
import { ForRoles } from './components/roles/ForRoles.tsx';
import { OverviewScreen } from './screens/overview/OverviewScreen.tsx';

const AccountsScreen = onDemand(() => import('./screens/accounts/AccountsScreen.tsx'));
const ArrivalsScreen = onDemand(() => import('./screens/arrivals/ArrivalsScreen.tsx'));
const BoardScreen = onDemand(() => import('./screens/board/BoardScreen.tsx'));
const ExplanationsScreen = onDemand(() => import('./screens/explanations/ExplanationsScreen.tsx'));
const FeedScreen = onDemand(() => import('./screens/feed/FeedScreen.tsx'));
const LanguageScreen = onDemand(() => import('./screens/languages/LanguageScreen.tsx'));
const LanguagesScreen = onDemand(() => import('./screens/languages/LanguagesScreen.tsx'));
const LeavingScreen = onDemand(() => import('./screens/leaving/LeavingScreen.tsx'));
const OpeningsScreen = onDemand(() => import('./screens/openings/OpeningsScreen.tsx'));
const PatternsScreen = onDemand(() => import('./screens/openings/PatternsScreen.tsx'));
const PatientsScreen = onDemand(() => import('./screens/patients/PatientsScreen.tsx'));
const PatientScreen = onDemand(() => import('./screens/patient/PatientScreen.tsx'));
const RecordsScreen = onDemand(() => import('./screens/records/RecordsScreen.tsx'));
const RequestsScreen = onDemand(() => import('./screens/requests/RequestsScreen.tsx'));
const RatesScreen = onDemand(() => import('./screens/rates/RatesScreen.tsx'));
const TemplatesScreen = onDemand(() => import('./screens/templates/TemplatesScreen.tsx'));
const SignUpsScreen = onDemand(() => import('./screens/sign-ups/SignUpsScreen.tsx'));

/** Returns a screen for these roles. */
const only = (screen: ReactNode, ...roles: StaffRole[]) => <ForRoles roles={roles}>{screen}</ForRoles>;

/** The desk for hospital staff. */
export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'desk',
      element: <DeskFrame />,
      children: [
        { index: true, element: <OverviewScreen /> },
        { path: 'accounts', element: only(<AccountsScreen />, 'clerk') },
        { path: 'arrivals', element: only(<ArrivalsScreen />, 'nurse', 'clerk') },
        { path: 'board', element: only(<BoardScreen />, 'nurse') },
        { path: 'explanations', element: only(<ExplanationsScreen />, 'nurse') },
        { path: 'feed', element: only(<FeedScreen />, 'operator') },
        { path: 'languages', element: only(<LanguagesScreen />, 'operator') },
        { path: 'languages/:tag', element: only(<LanguageScreen />, 'operator') },
        { path: 'leaving', element: only(<LeavingScreen />, 'nurse') },
        { path: 'openings', element: only(<OpeningsScreen />, 'privacy') },
        { path: 'openings/patterns', element: only(<PatternsScreen />, 'privacy') },
        { path: 'patients', element: only(<PatientsScreen />, 'nurse', 'clerk', 'privacy') },
        { path: 'patients/:patientId', element: only(<PatientScreen />, 'nurse', 'clerk', 'operator', 'privacy') },
        { path: 'records', element: only(<RecordsScreen />, 'operator') },
        { path: 'requests', element: only(<RequestsScreen />, 'nurse') },
        { path: 'rates', element: only(<RatesScreen />, 'nurse', 'privacy') },
        { path: 'templates', element: only(<TemplatesScreen />, 'nurse') },
        { path: 'sign-ups', element: only(<SignUpsScreen />, 'clerk', 'privacy') },
        { path: '*', element: <Navigate to={staffPaths.desk} replace /> },
      ],
    },
  ],
} satisfies FeatureRemote;
