/** Why there is no picture. `denied`: not allowed. `missing`: no camera here. `failed`: it is there but did not start. */
export type CameraTrouble = 'denied' | 'missing' | 'failed';

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

/** Constraints for one camera, or for the back camera if there is one; sharp enough for thin lines. */
export function constraintsFor(deviceId?: string): MediaStreamConstraints {
  const choice = deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  return { audio: false, video: { ...choice, width: { ideal: 1280 }, height: { ideal: 720 } } };
}
