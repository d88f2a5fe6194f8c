import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from 'shared-ui';
import { SignedIn } from '../../session/SignedIn.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';

/**
 * `/onboarding/second-factor`: after their password, staff use their passkey or enter the code that was emailed to
 * them.
 */
export default function SecondFactorScreen() {
  const [wantsCode, setWantsCode] = useState(false);
  return (
    <SignedIn level="narrow">
      {(me) => {
        if (me.scope === 'full') return <CodeStep />;
        if (me.roleType !== 'staff') return <Navigate to={paths.onboarding.pinCode} replace />;
        return me.secondFactor === 'passkey' && !wantsCode ? (
          <PasskeyStep onCode={() => setWantsCode(true)} />
        ) : (
          <CodeStep />
        );
      }}
    </SignedIn>
  );
}
