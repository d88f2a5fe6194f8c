import type { IScannerControls } from '@zxing/browser';
import { type CameraFailure, cameraFailureOf, constraintsFor } from './camera.ts';

/** Wristband codes start with this; any other code in the picture is ignored (docs/product-rules.md#wristband). */
const WRISTBAND = /^ER/i;

/** Returns the wristband code in a decoded text, in capitals, or null if the text is some other code. */
export function wristbandCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return WRISTBAND.test(code) ? code : null;
}

/** Turns the camera's light on or off. Rejects if the phone refuses. */
export type Torch = NonNullable<IScannerControls['switchTorch']>;

export interface RunningCamera {
  /** Absent if the camera has no light. */
  torch: Torch | undefined;
  /** Device id of the next camera to switch to; absent if there is only one. */
  nextCamera: string | undefined;
}

export interface ScannerEvents {
  /** The camera is open and its frames are being decoded. */
  onRunning(camera: RunningCamera): void;
  /** A wristband code was read. Codes read before the promise settles are ignored. */
  onCode(code: string): Promise<void>;
  /** There is no picture, or it was lost. The scanner has stopped. */
  onFailure(failure: CameraFailure): void;
}

/** Loads the code reader, a separate chunk that is only downloaded for scanning. */
export const loadReader = () => import(/* webpackChunkName: "wristband-reader" */ './wristband-reader.ts');

type Reader = Awaited<ReturnType<typeof loadReader>>;

const streamOf = (video: HTMLVideoElement) => video.srcObject as MediaStream | null;

function closeCamera(video: HTMLVideoElement): void {
  for (const track of streamOf(video)?.getTracks() ?? []) track.stop();
  video.srcObject = null;
}

/** Stops the loop. Its last step turns off the light, which fails because the camera is already closed. */
async function stopLoop({ stop }: IScannerControls): Promise<void> {
  try {
    await stop();
  } catch (error) {
    console.info('The torch could not be turned off because the camera is already closed', error);
  }
}

/** Missing in TypeScript's DOM library (Media Capture, image extension). */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}

/**
 * Returns the torch switch. The package reports one for every camera whose capabilities mention a torch, even `false`.
 */
function torchOf({ switchTorch, streamVideoCapabilitiesGet }: IScannerControls): Torch | undefined {
  if (!switchTorch) return undefined;
  const capabilities: TorchCapabilities | undefined = streamVideoCapabilitiesGet?.((track) => [track]);
  return capabilities?.torch ? switchTorch : undefined;
}

async function nextCameraOf({ WristbandReader }: Reader, video: HTMLVideoElement): Promise<string | undefined> {
  const current = streamOf(video)?.getVideoTracks()[0]?.getSettings?.().deviceId;
  const cameras = await WristbandReader.listVideoInputDevices().catch(() => []);
  const index = cameras.findIndex(({ deviceId }) => deviceId === current);
  const next = cameras[(index + 1) % cameras.length]?.deviceId;
  return next === current || index < 0 ? undefined : next;
}

/**
 * Opens a camera in `video` (the back camera unless `deviceId` names another) and reads wristband codes until stopped.
 * Returns a function that stops reading and closes the camera.
 */
export function startScanner(
  video: HTMLVideoElement,
  { onRunning, onCode, onFailure }: ScannerEvents,
  deviceId?: string,
): () => void {
  let isStopped = false;
  let isChecking = false;
  let controls: IScannerControls | undefined;

  const stop = () => {
    isStopped = true;
    closeCamera(video);
    if (controls) void stopLoop(controls);
  };
  const fail = (error: unknown) => {
    if (isStopped) return;
    console.info('The scanner has stopped', error);
    stop();
    onFailure(cameraFailureOf(error));
  };
  const handle = async (text: string) => {
    const code = wristbandCode(text);
    if (code === null || isChecking || isStopped) return;
    isChecking = true;
    await onCode(code).finally(() => {
      isChecking = false;
    });
  };
  const start = async () => {
    const reader = await loadReader();
    if (isStopped) return;
    const running = await new reader.WristbandReader().decodeFromConstraints(
      constraintsFor(deviceId),
      video,
      (result, error) => {
        if (result) handle(result.getText()).catch(fail);
        else if (!reader.isNoCode(error)) fail(error);
      },
    );
    controls = running;
    if (isStopped) return void stopLoop(running);
    for (const track of streamOf(video)?.getTracks() ?? []) {
      track.addEventListener('ended', () => fail(new Error('The camera was disconnected')), { once: true });
    }
    const nextCamera = await nextCameraOf(reader, video);
    if (!isStopped) onRunning({ torch: torchOf(running), nextCamera });
  };
  start().catch(fail);
  return stop;
}
