/** The light beside a camera: turns it on or off. Rejects when the phone does not let it. */
export type Torch = (isOn: boolean) => Promise<void>;

/** What TypeScript's DOM library does not know of a camera's track (Media Capture, image extension). */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}

/** The light of the camera that is open, or null where it has none. It goes out with the camera. */
export function torchOf(stream: MediaStream): Torch | null {
  const [track] = stream.getTracks();
  const capabilities: TorchCapabilities = track?.getCapabilities?.() ?? {};
  if (!track || !capabilities.torch) return null;
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}
