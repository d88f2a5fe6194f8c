/** Why there is no picture. `denied`: not allowed. `missing`: no camera. `failed`: the camera did not start. */
export type CameraFailure = 'denied' | 'missing' | 'failed';

const FAILURES: Record<string, CameraFailure> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** Returns what a failure to open the camera means to the user. */
export function cameraFailureOf(error: unknown): CameraFailure {
  return (error instanceof Error && FAILURES[error.name]) || 'failed';
}

/** Returns whether the page may request a camera (not over http:, nor in very old browsers). */
export function hasCameraAccess(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Returns the camera permission, or `prompt` if the browser does not report it. */
export async function cameraPermission(): Promise<PermissionState> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state;
  } catch {
    return 'prompt';
  }
}

/** Returns constraints for one camera, or for the back camera if there is one. The resolution suits thin bars. */
export function constraintsFor(deviceId?: string): MediaStreamConstraints {
  const choice = deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  return { audio: false, video: { ...choice, width: { ideal: 1280 }, height: { ideal: 720 } } };
}
