/** Why there is no picture. `denied`: not allowed. `missing`: no camera here. `failed`: it is there but did not start. */
export type CameraTrouble = 'denied' | 'missing' | 'failed';

/** The back camera where there is one, sharp enough for thin lines. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
};

const TROUBLE: Record<string, CameraTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** What a failure to open the camera means for the person. */
export function troubleOf(error: unknown): CameraTrouble {
  return (error instanceof Error && TROUBLE[error.name]) || 'failed';
}

/** Whether the page may ask for a camera at all (not on http:, nor in very old browsers). */
export function hasCameraAccess(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** What the person has decided about the camera before; `prompt` also where the browser does not tell. */
export async function cameraPermission(): Promise<PermissionState> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state;
  } catch {
    return 'prompt';
  }
}

/** Ends the camera: its light goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Shows the camera in `video`. `onLost` is called when the picture ends by itself (another app takes the camera).
 * Rejects with the browser's error; the camera is closed then.
 */
export async function openCamera(video: HTMLVideoElement, onLost: () => void): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia(WANTED);
  try {
    for (const track of stream.getTracks()) track.addEventListener('ended', onLost, { once: true });
    video.srcObject = stream;
    await video.play();
    return stream;
  } catch (error) {
    closeCamera(stream);
    throw error;
  }
}
