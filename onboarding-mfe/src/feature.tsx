import type { FeatureRemote } from 'shared-ui';
import { lazyScreen } from './components/lazyScreen.tsx';
import { ChoiceScreen } from './screens/choice/ChoiceScreen.tsx';
import { InfoScreen } from './screens/info/InfoScreen.tsx';
import { NoWristbandScreen } from './screens/no-wristband/NoWristbandScreen.tsx';
import { QrCodeScreen } from './screens/qrcode/QrCodeScreen.tsx';
import { ScanInfoScreen } from './screens/scan-info/ScanInfoScreen.tsx';
import { WelcomeScreen } from './screens/welcome/WelcomeScreen.tsx';

/** What onboarding offers: every screen of getting in, relative to `/onboarding`; `expired` stands at `/expired` too. */
export default {
  contract: 'feature@1',
  routes: [
    { index: true, element: <WelcomeScreen /> },
    { path: 'welcome', element: <WelcomeScreen /> },
    { path: 'info', element: <InfoScreen /> },
    { path: 'choice', element: <ChoiceScreen /> },
    { path: 'register', element: lazyScreen(() => import('./screens/register/RegisterScreen.tsx')) },
    { path: 'login', element: lazyScreen(() => import('./screens/login/LoginScreen.tsx')) },
    { path: 'qrcode', element: <QrCodeScreen /> },
    { path: 'scan-info', element: <ScanInfoScreen /> },
    { path: 'no-wristband', element: <NoWristbandScreen /> },
    { path: 'scan-code', element: lazyScreen(() => import('./screens/scan-code/ScanCodeScreen.tsx')) },
    { path: 'enter-barcode', element: lazyScreen(() => import('./screens/enter-barcode/EnterBarcodeScreen.tsx')) },
    { path: 'pin-code', element: lazyScreen(() => import('./screens/pin-code/PinCodeScreen.tsx')) },
    {
      path: 'patient-complete',
      element: lazyScreen(() => import('./screens/patient-complete/PatientCompleteScreen.tsx')),
    },
    { path: 'tutorial-offer', element: lazyScreen(() => import('./screens/tutorial-offer/TutorialOfferScreen.tsx')) },
    { path: 'tutorial', element: lazyScreen(() => import('./screens/tutorial/TutorialScreen.tsx')) },
    { path: 'expired', element: lazyScreen(() => import('./screens/expired/ExpiredScreen.tsx')) },
  ],
} satisfies FeatureRemote;
