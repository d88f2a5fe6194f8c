import { NotFoundException, type Result } from '@zxing/library';
import { WristbandReader } from '../scanner/wristband-reader.ts';

type Track = Record<'stop' | 'addEventListener' | 'getCapabilities' | 'getSettings' | 'applyConstraints', jest.Mock>;

interface Options {
  permission?: PermissionState;
  /** Name of the error thrown when the camera opens. */
  failure?: string;
  hasTorch?: boolean;
  /** Device ids. The first one opens unless another is requested. */
  devices?: string[];
}

/** A camera for unit tests. The package's own stream and loop run on it; only the decoding of a frame is replaced. */
export class FakeCamera {
  /** Text of the code in front of the camera, null for none, or the error that decoding throws. */
  codeInFrame: string | null | Error = null;
  /** All tracks that were opened, the newest last. */
  readonly tracks: Track[] = [];
  /** Called for every attempt to decode a frame. */
  readonly attempt = jest.fn();

  get openTracks(): number {
    return this.tracks.filter(({ stop }) => stop.mock.calls.length === 0).length;
  }

  #open(hasTorch: boolean, deviceId: string | undefined): MediaStream {
    const track: Track = {
      stop: jest.fn(),
      addEventListener: jest.fn(),
      getCapabilities: jest.fn(() => (hasTorch ? { torch: true } : {})),
      getSettings: jest.fn(() => ({ deviceId })),
      applyConstraints: jest.fn().mockResolvedValue(undefined),
    };
    this.tracks.push(track);
    const tracks = [track];
    return { getTracks: () => tracks, getVideoTracks: () => tracks } as unknown as MediaStream;
  }

  /** Installs the camera in the page. */
  install({ permission = 'granted', failure, hasTorch = false, devices = ['back'] }: Options = {}): this {
    const getUserMedia = async ({ video }: { video: { deviceId?: { exact: string } } }) => {
      if (failure) throw Object.assign(new Error('no'), { name: failure });
      return this.#open(hasTorch, video.deviceId?.exact ?? devices[0]);
    };
    const enumerateDevices = async () => devices.map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }));
    Object.assign(navigator, {
      mediaDevices: { getUserMedia, enumerateDevices },
      permissions: { query: async () => ({ state: permission }) },
    });
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const context = { drawImage: () => undefined } as unknown as ReturnType<HTMLCanvasElement['getContext']>;
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context);
    jest.spyOn(WristbandReader.prototype, 'decodeFromCanvas').mockImplementation(() => {
      this.attempt();
      if (this.codeInFrame instanceof Error) throw this.codeInFrame;
      const text = this.codeInFrame;
      if (text === null) throw new NotFoundException();
      return { getText: () => text } as Result;
    });
    return this;
  }
}

/** Removes the camera from the page. */
export function removeCamera(): void {
  for (const name of ['mediaDevices', 'permissions']) Reflect.deleteProperty(navigator, name);
}
