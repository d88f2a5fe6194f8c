import type { ScreenState } from './screen-state.ts';

type Before = NonNullable<ScreenState['before']>;

/** Makes the browser reject the page's request for the camera with this error. */
export const noCamera =
  (name: 'NotAllowedError' | 'NotFoundError' | 'NotReadableError'): Before =>
  ({ page }) =>
    page.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No camera', error));
    }, name);

/** Simulates a camera with a light, in front of a wristband too blurred to read. */
export const blurredCamera: Before = ({ page }) =>
  page.addInitScript(() => {
    const paint = (context: CanvasRenderingContext2D) => {
      const bands: [string, number, number][] = [
        ['#a98f78', 0, 960],
        ['#fbfbf8', 330, 260],
        ['#777', 400, 110],
      ];
      for (const [colour, top, height] of bands) {
        context.fillStyle = colour;
        context.fillRect(0, top, 720, height);
      }
    };
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 960 });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('No canvas');
      setInterval(paint, 100, context);
      const stream = canvas.captureStream(10);
      for (const track of stream.getVideoTracks()) {
        Object.assign(track, {
          getCapabilities: () => ({ torch: true }),
          applyConstraints: () => Promise.resolve(),
        });
      }
      return stream;
    };
  });

/** Gives the page the test's clock, so that no test waits for the hint. */
export const ownClock: Before = ({ page }) => page.clock.install();
