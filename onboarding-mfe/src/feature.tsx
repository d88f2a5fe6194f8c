import type { ComponentType, ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { LateWaiting, onDemand, paths, runtimeConfig, useText } from 'shared-ui';
import type { FeatureRemote } from 'shared-ui/contract';
import { ChoiceScreen } from './screens/choice/ChoiceScreen.tsx';
import { InfoScreen } from './screens/info/InfoScreen.tsx';
import { NoWristbandScreen } from './screens/no-wristband/NoWristbandScreen.tsx';
import { QrCodeScreen } from './screens/qrcode/QrCodeScreen.tsx';
import { ScanInfoScreen } from './screens/scan-info/ScanInfoScreen.tsx';
import { WelcomeScreen } from './screens/welcome/WelcomeScreen.tsx';
import { words } from './words.ts';

function WaitingForScreen() {
  const t = useText(words);
  return <LateWaiting caption={t('loading')} />;
}

type Load = () => Promise<{ default: ComponentType }>;

/** Returns a screen that is fetched when first shown. A failed fetch is thrown to the shell's error boundary. */
function lazyScreen(load: Load) {
  const Screen = onDemand(load, <WaitingForScreen />);
  return <Screen />;
}

const lazyRoute = (path: string, load: Load) => ({ path, element: lazyScreen(load) });

/** A screen of the demo's trial. Elsewhere its path leads to another screen. */
function InDemo({ screen, instead }: { screen: ReactNode; instead: string }) {
  return runtimeConfig().demo ? screen : <Navigate to={instead} replace />;
}

const sideBySide = lazyScreen(
  () => import(/* webpackChunkName: "demo-side-by-side" */ './screens/side-by-side/SideBySideScreen.tsx'),
);
const register = lazyScreen(() => import('./screens/register/RegisterScreen.tsx'));
const legal = (name: 'NdaScreen' | 'PrivacyScreen' | 'TermsScreen') =>
  lazyScreen(async () => ({ default: (await import('./screens/legal/legal-screen.tsx'))[name] }));
const expired = lazyScreen(() => import('./screens/expired/ExpiredScreen.tsx'));

/** All onboarding screens, and the screen for an expired trial. */
export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'onboarding',
      children: [
        { index: true, element: <WelcomeScreen /> },
        { path: 'welcome', element: <WelcomeScreen /> },
        { path: 'info', element: <InfoScreen /> },
        { path: 'choice', element: <ChoiceScreen /> },
        { path: 'register', element: <InDemo screen={register} instead={paths.onboarding.choice} /> },
        lazyRoute('login', () => import(/* webpackChunkName: "login" */ './screens/login/LoginScreen.tsx')),
        lazyRoute('create-account', () => import('./screens/create-account/CreateAccountScreen.tsx')),
        lazyRoute(
          'scanning-barcode-video',
          () => import('./screens/scanning-barcode-video/ScanningBarcodeVideoScreen.tsx'),
        ),
        lazyRoute('nda', () => import('./screens/nda/NdaNoticeScreen.tsx')),
        { path: 'nda-legal', element: <InDemo screen={legal('NdaScreen')} instead={paths.onboarding.terms} /> },
        { path: 'privacy', element: legal('PrivacyScreen') },
        { path: 'terms', element: legal('TermsScreen') },
        lazyRoute('invitation', () => import('./screens/invitation/InvitedScreen.tsx')),
        lazyRoute('invitation/:uuid', () => import('./screens/invitation/InvitationScreen.tsx')),
        lazyRoute('forgot-password', () => import('./screens/forgot-password/ForgotPasswordScreen.tsx')),
        lazyRoute('reset-password/:uuid', () => import('./screens/reset-password/ResetPasswordScreen.tsx')),
        lazyRoute('validate-email/:uuid', () => import('./screens/validate-email/ValidateEmailScreen.tsx')),
        lazyRoute('enter-email', () => import('./screens/enter-email/EnterEmailScreen.tsx')),
        lazyRoute('enter-new-mobile', () => import('./screens/enter-new-mobile/EnterNewMobileScreen.tsx')),
        lazyRoute('confirm-mobile/:uuid', () => import('./screens/confirm-mobile/ConfirmMobileScreen.tsx')),
        { path: 'qrcode', element: <QrCodeScreen /> },
        { path: 'scan-info', element: <ScanInfoScreen /> },
        { path: 'no-wristband', element: <NoWristbandScreen /> },
        lazyRoute('scan-code', () => import('./screens/scan-code/ScanCodeScreen.tsx')),
        lazyRoute('enter-barcode', () => import('./screens/enter-barcode/EnterBarcodeScreen.tsx')),
        lazyRoute('pin-code', () => import('./screens/pin-code/PinCodeScreen.tsx')),
        lazyRoute('second-factor', () => import('./screens/second-factor/SecondFactorScreen.tsx')),
        lazyRoute('patient-complete', () => import('./screens/patient-complete/PatientCompleteScreen.tsx')),
        { path: 'side-by-side', element: <InDemo screen={sideBySide} instead={paths.onboarding.choice} /> },
        lazyRoute('tutorial-offer', () => import('./screens/tutorial-offer/TutorialOfferScreen.tsx')),
        lazyRoute('tutorial', () => import('./screens/tutorial/TutorialScreen.tsx')),
        lazyRoute('tutorial/transcript', () => import('./screens/transcript/TranscriptScreen.tsx')),
        { path: 'expired', element: expired },
        // Unknown addresses start over.
        { path: '*', element: <Navigate to={paths.onboarding.root} replace /> },
      ],
    },
    { path: 'expired', element: expired },
  ],
} satisfies FeatureRemote;
