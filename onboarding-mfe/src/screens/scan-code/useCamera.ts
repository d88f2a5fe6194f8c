import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CameraTrouble, cameraPermission, hasCameraAccess } from '../../scanner/camera.ts';
import { startScanner } from '../../scanner/scanner.ts';
import type { Torch } from '../../scanner/torch.ts';

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
  const [torch, setTorch] = useState<Torch | null>(null);
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

  useEffect(() => {
    // A button that was pressed goes with the change: the screen's heading keeps the person's place.
    const isLost = phase !== 'unknown' && document.activeElement === document.body;
    if (isLost) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [phase]);

  const isOn = phase === 'starting' || phase === 'running';
  useEffect(() => {
    if (!isOn || !video.current) return;
    return startScanner(video.current, {
      onRunning: (found) => {
        setTorch(() => found);
        setPhase('running');
      },
      onCode: (code) => latest.current(code),
      onTrouble: setPhase,
    });
  }, [isOn, video]);

  return { phase, isOn, torch: phase === 'running' ? torch : null, turnOn: () => setPhase('starting') };
}
