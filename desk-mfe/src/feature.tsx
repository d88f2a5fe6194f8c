import { Navigate } from 'react-router-dom';
import { onDemand, staffPaths } from 'shared-ui';
import type { FeatureRemote } from 'shared-ui/contract';
import { DeskFrame } from './components/DeskFrame.tsx';
import { OverviewScreen } from './screens/overview/OverviewScreen.tsx';

const AccountsScreen = onDemand(() => import('./screens/accounts/AccountsScreen.tsx'));
const ArrivalsScreen = onDemand(() => import('./screens/arrivals/ArrivalsScreen.tsx'));
const BoardScreen = onDemand(() => import('./screens/board/BoardScreen.tsx'));
const ExplanationsScreen = onDemand(() => import('./screens/explanations/ExplanationsScreen.tsx'));
const FeedScreen = onDemand(() => import('./screens/feed/FeedScreen.tsx'));
const LeavingScreen = onDemand(() => import('./screens/leaving/LeavingScreen.tsx'));
const PatientsScreen = onDemand(() => import('./screens/patients/PatientsScreen.tsx'));
const PatientScreen = onDemand(() => import('./screens/patient/PatientScreen.tsx'));
const RecordsScreen = onDemand(() => import('./screens/records/RecordsScreen.tsx'));
const RequestsScreen = onDemand(() => import('./screens/requests/RequestsScreen.tsx'));
const RatesScreen = onDemand(() => import('./screens/rates/RatesScreen.tsx'));
const TemplatesScreen = onDemand(() => import('./screens/templates/TemplatesScreen.tsx'));
const SignUpsScreen = onDemand(() => import('./screens/sign-ups/SignUpsScreen.tsx'));

/** The desk for hospital staff. */
export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'desk',
      element: <DeskFrame />,
      children: [
        { index: true, element: <OverviewScreen /> },
        { path: 'accounts', element: <AccountsScreen /> },
        { path: 'arrivals', element: <ArrivalsScreen /> },
        { path: 'board', element: <BoardScreen /> },
        { path: 'explanations', element: <ExplanationsScreen /> },
        { path: 'feed', element: <FeedScreen /> },
        { path: 'leaving', element: <LeavingScreen /> },
        { path: 'patients', element: <PatientsScreen /> },
        { path: 'patients/:patientId', element: <PatientScreen /> },
        { path: 'records', element: <RecordsScreen /> },
        { path: 'requests', element: <RequestsScreen /> },
        { path: 'rates', element: <RatesScreen /> },
        { path: 'templates', element: <TemplatesScreen /> },
        { path: 'sign-ups', element: <SignUpsScreen /> },
        { path: '*', element: <Navigate to={staffPaths.desk} replace /> },
      ],
    },
  ],
} satisfies FeatureRemote;
