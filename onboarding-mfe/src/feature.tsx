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

/** Returns a screen that is fetched when first shown. A failed fetch is thrown to the shell's error boundary. */
function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  const Screen = onDemand(load, <WaitingForScreen />);
  return <Screen />;
}

/** A screen of the demo's trial. Elsewhere its path leads to another screen. */
function InDemo({ screen, instead }: { screen: ReactNode; instead: string }) {
  return runtimeConfig().demo ? screen : <Navigate to={instead} replace />;
}

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
        {
          path: 'login',
          element: lazyScreen(() => import(/* webpackChunkName: "login" */ './screens/login/LoginScreen.tsx')),
        },
        {
          path: 'create-account',
          element: lazyScreen(() => import('./screens/create-account/CreateAccountScreen.tsx')),
        },
        {
          path: 'scanning-barcode-video',
          element: lazyScreen(() => import('./screens/scanning-barcode-video/ScanningBarcodeVideoScreen.tsx')),
        },
        { path: 'nda', element: lazyScreen(() => import('./screens/nda/NdaNoticeScreen.tsx')) },
        { path: 'nda-legal', element: <InDemo screen={legal('NdaScreen')} instead={paths.onboarding.terms} /> },
        { path: 'privacy', element: legal('PrivacyScreen') },
        { path: 'terms', element: legal('TermsScreen') },
        { path: 'invitation', element: lazyScreen(() => import('./screens/invitation/InvitedScreen.tsx')) },
        { path: 'invitation/:uuid', element: lazyScreen(() => import('./screens/invitation/InvitationScreen.tsx')) },
        {
          path: 'forgot-password',
          element: lazyScreen(() => import('./screens/forgot-password/ForgotPasswordScreen.tsx')),
        },
        {
          path: 'reset-password/:uuid',
          element: lazyScreen(() => import('./screens/reset-password/ResetPasswordScreen.tsx')),
        },
        {
          path: 'validate-email/:uuid',
          element: lazyScreen(() => import('./screens/validate-email/ValidateEmailScreen.tsx')),
        },
        { path: 'enter-email', element: lazyScreen(() => import('./screens/enter-email/EnterEmailScreen.tsx')) },
        {
          path: 'enter-new-mobile',
          element: lazyScreen(() => import('./screens/enter-new-mobile/EnterNewMobileScreen.tsx')),
        },
        {
          path: 'confirm-mobile/:uuid',
          element: lazyScreen(() => import('./screens/confirm-mobile/ConfirmMobileScreen.tsx')),
        },
        { path: 'qrcode', element: <QrCodeScreen /> },
        { path: 'scan-info', element: <ScanInfoScreen /> },
        { path: 'no-wristband', element: <NoWristbandScreen /> },
        { path: 'scan-code', element: lazyScreen(() => import('./screens/scan-code/ScanCodeScreen.tsx')) },
        { path: 'enter-barcode', element: lazyScreen(() => import('./screens/enter-barcode/EnterBarcodeScreen.tsx')) },
        { path: 'pin-code', element: lazyScreen(() => import('./screens/pin-code/PinCodeScreen.tsx')) },
        { path: 'second-factor', element: lazyScreen(() => import('./screens/second-factor/SecondFactorScreen.tsx')) },
        {
          path: 'patient-complete',
          element: lazyScreen(() => import('./screens/patient-complete/PatientCompleteScreen.tsx')),
        },
        {
          path: 'tutorial-offer',
          element: lazyScreen(() => import('./screens/tutorial-offer/TutorialOfferScreen.tsx')),
        },
        { path: 'tutorial', element: lazyScreen(() => import('./screens/tutorial/TutorialScreen.tsx')) },
        { path: 'tutorial/transcript', element: lazyScreen(() => import('./screens/transcript/TranscriptScreen.tsx')) },
        { path: 'expired', element: expired },
        // Unknown addresses start over.
        { path: '*', element: <Navigate to={paths.onboarding.root} replace /> },
      ],
    },
    { path: 'expired', element: expired },
  ],
} satisfies FeatureRemote;
