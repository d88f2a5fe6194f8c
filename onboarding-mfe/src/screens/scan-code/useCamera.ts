import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CameraTrouble, cameraPermission, hasCameraAccess } from '../../scanner/camera.ts';
import { startScanner } from '../../scanner/scanner.ts';

/** `unknown` until the browser has said whether the person allowed the camera before; `asking` waits for their yes. */
export type CameraPhase = 'unknown' | 'asking' | 'starting' | 'running' | CameraTrouble;

async function firstPhase(): Promise<CameraPhase> {
  if (!hasCameraAccess()) return 'missing';
  const permission = await cameraPermission();
  if (permission === 'prompt') return 'asking';
  return permission === 'granted' ? 'starting' : 'denied';
}

/** The camera of a screen: off until the person agrees (at once if they did before), and off when the screen goes. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => Promise<void>) {
  const [phase, setPhase] = useState<CameraPhase>('unknown');
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);

  useEffect(() => {
    let isHere = true;
    void firstPhase().then((first) => isHere && setPhase(first));
    return () => {
      isHere = false;
    };
  }, []);

  const isOn = phase === 'starting' || phase === 'running';
  useEffect(() => {
    if (!isOn || !video.current) return;
    return startScanner(video.current, {
      onRunning: () => setPhase('running'),
      onCode: (code) => latest.current(code),
      onTrouble: setPhase,
    });
  }, [isOn, video]);

  return { phase, isOn, turnOn: () => setPhase('starting') };
}
