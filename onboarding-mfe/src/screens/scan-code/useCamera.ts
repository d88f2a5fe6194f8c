import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CameraFailure, cameraPermission, hasCameraAccess } from '../../scanner/camera.ts';
import { loadReader, type RunningCamera, type ScannerEvents, startScanner } from '../../scanner/scanner.ts';

/** `unknown` until the browser reports the permission; `asking` waits for the user to allow the camera. */
type CameraPhase = 'unknown' | 'asking' | 'starting' | 'running' | CameraFailure;

async function firstPhase(): Promise<CameraPhase> {
  if (!hasCameraAccess()) return 'missing';
  const permission = await cameraPermission();
  if (permission === 'prompt') return 'asking';
  return permission === 'granted' ? 'starting' : 'denied';
}

/** Controls the camera of a screen: off until the user agrees (immediately if they did before), and off on unmount. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => Promise<void>) {
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
