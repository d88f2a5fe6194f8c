import { type CameraTrouble, closeCamera, openCamera, troubleOf } from './camera.ts';
import { startScanning } from './loop.ts';
import { chooseReader } from './reader.ts';
import { type Torch, torchOf } from './torch.ts';

export interface ScannerEvents {
  /** The picture is there and is being read; `torch` is the camera's light, where it has one. */
  onRunning(torch: Torch | null): void;
  /** A wristband's code was read; scanning goes on when the promise is done. */
  onCode(code: string): Promise<void>;
  /** There is no picture (any more); the scanner has stopped. */
  onTrouble(trouble: CameraTrouble): void;
}

/** Opens camera and reader and scans until stopped. Returns the way to stop, which also closes the camera. */
export function startScanner(video: HTMLVideoElement, { onRunning, onCode, onTrouble }: ScannerEvents): () => void {
  let isStopped = false;
  let stream: MediaStream | undefined;
  let stopScanning: (() => void) | undefined;

  const stop = () => {
    isStopped = true;
    stopScanning?.();
    if (stream) closeCamera(stream);
    video.srcObject = null;
  };
  const fail = (error: unknown) => {
    if (isStopped) return;
    console.info('The scanner has stopped', error);
    stop();
    onTrouble(troubleOf(error));
  };
  const open = async () => {
    const opened = await openCamera(video, () => fail(new Error('The picture ended')));
    if (isStopped) closeCamera(opened);
    else stream = opened;
    return torchOf(opened);
  };
  const start = async () => {
    const [reader, torch] = await Promise.all([chooseReader(), open()]);
    if (isStopped) return;
    onRunning(torch);
    stopScanning = startScanning({ reader, video, onCode, onTrouble: fail });
  };
  start().catch(fail);
  return stop;
}
