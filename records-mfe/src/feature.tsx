import { onDemand, ProfileArea } from 'shared-ui';
import type { FeatureRemote } from 'shared-ui/contract';
import { CarePlansScreen } from './screens/care-plans/CarePlansScreen.tsx';
import { MyRecordsScreen } from './screens/my-records/MyRecordsScreen.tsx';
import { ResultScreen } from './screens/result/ResultScreen.tsx';
import { ResultsScreen } from './screens/results/ResultsScreen.tsx';

// Loaded on demand, because accordion sections need an additional library.
const CarePlanScreen = onDemand(() => import('./screens/care-plan/CarePlanScreen.tsx'));
// Loaded on demand, because no first screen needs them.
const ObservationsScreen = onDemand(() => import('./screens/observations/ObservationsScreen.tsx'));
const ObservationScreen = onDemand(() => import('./screens/observation/ObservationScreen.tsx'));
const DocumentsScreen = onDemand(() => import('./screens/documents/DocumentsScreen.tsx'));
const DocumentScreen = onDemand(() => import('./screens/document/DocumentScreen.tsx'));
const MedicationsScreen = onDemand(() => import('./screens/medications/MedicationsScreen.tsx'));
const MedicationCheckScreen = onDemand(() => import('./screens/medication-check/MedicationCheckScreen.tsx'));
const CareTeamScreen = onDemand(() => import('./screens/care-team/CareTeamScreen.tsx'));
const GoingHomeScreen = onDemand(() => import('./screens/going-home/GoingHomeScreen.tsx'));
const AppointmentsScreen = onDemand(() => import('./screens/appointments/AppointmentsScreen.tsx'));
const AboutScreen = onDemand(() => import('./screens/about/AboutScreen.tsx'));

export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'profile/:profileId',
      element: <ProfileArea />,
      children: [
        { path: 'results', element: <ResultsScreen /> },
        { path: 'results/:resultId', element: <ResultScreen /> },
        { path: 'care-plans', element: <CarePlansScreen /> },
        { path: 'care-plans/:carePlanId', element: <CarePlanScreen /> },
        { path: 'records', element: <MyRecordsScreen /> },
        { path: 'observations', element: <ObservationsScreen /> },
        { path: 'observations/:code', element: <ObservationScreen /> },
        { path: 'documents', element: <DocumentsScreen /> },
        { path: 'documents/:documentId', element: <DocumentScreen /> },
        { path: 'going-home', element: <GoingHomeScreen /> },
        { path: 'medications', element: <MedicationsScreen /> },
        { path: 'medications/check', element: <MedicationCheckScreen /> },
        { path: 'appointments', element: <AppointmentsScreen /> },
        { path: 'care-team', element: <CareTeamScreen /> },
        { path: 'about', element: <AboutScreen /> },
      ],
    },
  ],
} satisfies FeatureRemote;
