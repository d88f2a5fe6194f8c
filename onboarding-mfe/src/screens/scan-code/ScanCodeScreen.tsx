import Camera from 'lucide-react/icons/camera';
import Flashlight from 'lucide-react/icons/flashlight';
import FlashlightOff from 'lucide-react/icons/flashlight-off';
import ImageUp from 'lucide-react/icons/image-up';
import Keyboard from 'lucide-react/icons/keyboard';
import ScanLine from 'lucide-react/icons/scan-line';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SwitchCamera from 'lucide-react/icons/switch-camera';
import { type ChangeEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, LinkButton, Note, Page, paths, ScanFrame, Stack, useText } from 'shared-ui';
import { usePrefetchAnimations } from 'shared-ui/animation';
import { ScanSuccess } from '../../components/ScanSuccess.tsx';
import { SubmitError } from '../../components/SubmitError.tsx';
import { IconLines, useBackAction } from '../../components/screen-parts.tsx';
import { type CameraFailure, cameraPermission, hasCameraAccess } from '../../scanner/camera.ts';
import {
  loadReader,
  type RunningCamera,
  type ScannerEvents,
  startScanner,
  type Torch,
  wristbandCode,
} from '../../scanner/scanner.ts';
import { words } from '../../words.ts';
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

/** `unknown` until the browser reports the permission; `asking` waits for the user to allow the camera. */
type CameraPhase = 'unknown' | 'asking' | 'starting' | 'running' | CameraFailure;

async function firstPhase(): Promise<CameraPhase> {
  if (!hasCameraAccess()) return 'missing';
  const permission = await cameraPermission();
  if (permission === 'prompt') return 'asking';
  return permission === 'granted' ? 'starting' : 'denied';
}

/** Controls the camera of a screen: off until the user agrees (immediately if they did before), and off on unmount. */
function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => Promise<void>) {
  const [phase, setPhase] = useState<CameraPhase>('unknown');
  const [camera, setCamera] = useState<RunningCamera | null>(null);
  const [deviceId, setDeviceId] = useState<string>();
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);

  useEffect(() => {
    let isMounted = true;
    // Downloads the reader while the user reads and answers the permission prompt. A failure is reported at the start.
    loadReader().catch(() => undefined);
    void firstPhase().then((first) => isMounted && setPhase(first));
    return () => {
      isMounted = false;
    };
  }, []);

  useEffect(() => {
    // The pressed button disappears when the phase changes, so the focus moves to the screen's heading.
    const isLost = phase !== 'unknown' && document.activeElement === document.body;
    if (isLost) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [phase]);

  const isOn = phase === 'starting' || phase === 'running';
  useEffect(() => {
    if (!isOn || !video.current) return;
    const events: ScannerEvents = {
      onRunning: (running) => {
        setCamera(running);
        setPhase('running');
      },
      onCode: (code) => latest.current(code),
      onFailure: setPhase,
    };
    return startScanner(video.current, events, deviceId);
  }, [isOn, video, deviceId]);

  const turnOn = (id?: string) => {
    setDeviceId(id);
    setPhase('starting');
  };
  return { phase, isOn, camera: phase === 'running' ? camera : null, turnOn };
}

function isCameraFailure(phase: CameraPhase): phase is CameraFailure {
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

interface ViewfinderProps {
  video: RefObject<HTMLVideoElement | null>;
  isRunning: boolean;
  isChecking: boolean;
}

/** The camera picture with corners to aim at, and a line of instructions. */
function Viewfinder({ video, isRunning, isChecking }: ViewfinderProps) {
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

/** Returns the wristband code in a photo, or null if no code can be read. */
async function codeInPhoto(photo: File): Promise<string | null> {
  const { readPhoto } = await loadReader();
  const text = await readPhoto(photo);
  return text === null ? null : wristbandCode(text);
}

interface PhotoButtonProps {
  onCode(code: string): Promise<void>;
  isChecking: boolean;
}

/** Reads the wristband code from a photo: the phone's own camera app may work where the page has no camera access. */
function PhotoButton({ onCode, isChecking }: PhotoButtonProps) {
  const t = useText(words);
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const [hasNoCode, setHasNoCode] = useState(false);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? [];
    // Without this, choosing the same photo again would fire no change event.
    target.value = '';
    if (!photo) return;
    setHasNoCode(false);
    setIsReading(true);
    try {
      const code = await codeInPhoto(photo);
      if (code === null) setHasNoCode(true);
      else await onCode(code);
    } catch (error) {
      console.info('The photo could not be read', error);
      setHasNoCode(true);
    } finally {
      setIsReading(false);
    }
  };
  return (
    <>
      {hasNoCode && (
        <Note tone="warning" live="alert" title={t('scan.noCode')}>
          {t('scan.noCodeText')}
        </Note>
      )}
      <input ref={input} type="file" accept="image/*" capture="environment" hidden onChange={read} />
      <Button variant="ghost" icon={<ImageUp />} busy={isReading || isChecking} onClick={() => input.current?.click()}>
        {t('scan.photo')}
      </Button>
    </>
  );
}
