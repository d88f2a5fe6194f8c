import Camera from 'lucide-react/icons/camera';
import Flashlight from 'lucide-react/icons/flashlight';
import FlashlightOff from 'lucide-react/icons/flashlight-off';
import Keyboard from 'lucide-react/icons/keyboard';
import ScanLine from 'lucide-react/icons/scan-line';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SwitchCamera from 'lucide-react/icons/switch-camera';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, LinkButton, Note, Page, paths, ScanFrame, Stack, useText } from 'shared-ui';
import { usePrefetchAnimations } from 'shared-ui/animation';
import { IconLines } from '../../components/IconLines.tsx';
import { ScanSuccess } from '../../components/ScanSuccess.tsx';
import { SubmitError } from '../../components/SubmitError.tsx';
import { useBackAction } from '../../components/useBackAction.ts';
import type { CameraFailure } from '../../scanner/camera.ts';
import type { Torch } from '../../scanner/scanner.ts';
import { words } from '../../words.ts';
import { PhotoButton } from './PhotoButton.tsx';
import { useCamera } from './useCamera.ts';
import { useCodeCheck } from './useCodeCheck.ts';

/**
 * `/onboarding/scan-code`: reads the wristband with the camera, then shows the success animation, then the PIN screen.
 */
export default function ScanCodeScreen() {
  const navigate = useNavigate();
  const [isSignedIn, setIsSignedIn] = useState(false);
  usePrefetchAnimations();
  const openPinCode = useCallback(() => navigate(paths.onboarding.pinCode, { replace: true }), [navigate]);
  return isSignedIn ? <ScanSuccess onDone={openPinCode} /> : <Scanner onSignedIn={() => setIsSignedIn(true)} />;
}

function Scanner({ onSignedIn }: { onSignedIn(): void }) {
  const t = useText(words);
  const video = useRef<HTMLVideoElement>(null);
  const { check, isChecking, error } = useCodeCheck(onSignedIn);
  const { phase, isOn, camera, turnOn } = useCamera(video, check);
  return (
    <Page title={t('scan.title')} back={useBackAction(paths.onboarding.qrcode)}>
      <Stack $gap={16}>
        {phase === 'asking' && <PermissionRequest />}
        {isOn && <Viewfinder video={video} isRunning={phase === 'running'} isChecking={isChecking} />}
        {isCameraFailure(phase) && (
          <Note tone="warning" live="alert" title={t(`scan.${phase}`)}>
            {t(`scan.${phase}Text`)}
          </Note>
        )}
        {error !== null && <SubmitError error={error} refusal={t('scan.unknown')} />}
      </Stack>
      <Actions>
        {phase === 'asking' && (
          <Button icon={<Camera />} onClick={() => turnOn()}>
            {t('scan.ask')}
          </Button>
        )}
        {camera?.torch && <TorchButton torch={camera.torch} />}
        <LinkButton
          to={paths.onboarding.enterBarcode}
          variant={isCameraFailure(phase) ? 'primary' : 'plain'}
          icon={<Keyboard />}
        >
          {t('scan.byHand')}
        </LinkButton>
        {isCameraFailure(phase) && <PhotoButton onCode={check} isChecking={isChecking} />}
        {(phase === 'denied' || phase === 'failed') && (
          <Button variant="plain" onClick={() => turnOn()}>
            {t('scan.tryAgain')}
          </Button>
        )}
        {camera?.nextCamera && (
          <Button variant="plain" icon={<SwitchCamera />} onClick={() => turnOn(camera.nextCamera)}>
            {t('scan.otherCamera')}
          </Button>
        )}
      </Actions>
    </Page>
  );
}

/** Explains what the camera is for, before the browser asks for permission. */
function PermissionRequest() {
  const t = useText(words);
  const lines = [
    { icon: <ScanLine />, text: t('scan.askRead') },
    { icon: <Camera />, text: t('scan.askAllow') },
    { icon: <ShieldCheck />, text: t('scan.askPrivate') },
  ];
  return <IconLines lines={lines} />;
}

function isCameraFailure(phase: string): phase is CameraFailure {
  return phase === 'denied' || phase === 'missing' || phase === 'failed';
}

/** Turns the phone's light on and off. Hidden once the light fails to respond. */
function TorchButton({ torch }: { torch: Torch }) {
  const t = useText(words);
  const [isLit, setIsLit] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const turn = async () => {
    try {
      await torch(!isLit);
      setIsLit(!isLit);
    } catch (error) {
      console.info('The torch could not be switched', error);
      setIsBroken(true);
    }
  };
  if (isBroken) return null;
  return (
    <Button variant="ghost" icon={isLit ? <FlashlightOff /> : <Flashlight />} onClick={turn}>
      {isLit ? t('scan.lightOff') : t('scan.lightOn')}
    </Button>
  );
}

/** Delay before a hint appears when no code was read (ms; docs/product-rules.md#wristband). */
const HINT_AFTER_MS = 8_000;

function useHintIsDue(isRunning: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setIsDue(true), HINT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return isDue;
}

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  isRunning: boolean;
  isChecking: boolean;
}

/** The camera picture with corners to aim at, and a line of instructions. */
function Viewfinder({ video, isRunning, isChecking }: Props) {
  const t = useText(words);
  const isHintDue = useHintIsDue(isRunning);
  const line = () => {
    if (!isRunning) return t('scan.starting');
    if (isChecking) return t('scan.checking');
    return isHintDue ? t('scan.hint') : t('scan.aim');
  };
  return (
    <ScanFrame found={isChecking} hint={<p role="status">{line()}</p>}>
      <video ref={video} muted playsInline aria-label={t('scan.picture')} />
    </ScanFrame>
  );
}
