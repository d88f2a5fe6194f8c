import type { BrowserContext } from 'playwright/test';

/** Dark areas of a printed page, in points from its lower left corner. */
export type Ink = [x: number, y: number, width: number, height: number][];

/** Extracts the dark areas of a wristband's PDF: bars and squares of its codes. */
export function inkOf(pdf: Buffer): Ink {
  const boxes = [...pdf.toString('latin1').matchAll(/^([\d. ]+) re$/gm)];
  return boxes.map(({ 1: box = '' }) => box.split(' ').map(Number) as Ink[number]);
}

/** Installs a fake camera that shows this print, 1280 by 720 pixels, in every page of a context. */
export async function showToCamera(context: BrowserContext, ink: Ink): Promise<void> {
  await context.grantPermissions(['camera']);
  await context.addInitScript((boxes: Ink) => {
    const left = Math.min(...boxes.map(([x]) => x));
    const right = Math.max(...boxes.map(([x, , width]) => x + width));
    const top = Math.max(...boxes.map(([, y, , height]) => y + height));
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
      const scale = 1120 / (right - left);
      const paint = () => {
        const context = canvas.getContext('2d');
        if (!context) return;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = '#111';
        for (const [x, y, width, height] of boxes)
          context.fillRect(80 + (x - left) * scale, 200 + (top - y - height) * scale, width * scale, height * scale);
      };
      paint();
      // A canvas stream delivers frames only while the canvas is painted.
      setInterval(paint, 100);
      return canvas.captureStream(10);
    };
  }, ink);
}
