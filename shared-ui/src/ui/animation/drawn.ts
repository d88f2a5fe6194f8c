/** A movement of one layer, as the browser plays it by itself. */
export interface Track {
  /** The layer's place in the drawing (0 lies on top), and in the scene that it plays. */
  path: number[];
  keyframes: Keyframe[];
  /** One run, in milliseconds. */
  duration: number;
  /** Whether every other run goes backwards. */
  alternates: boolean;
}

/** An animation as it is kept: its picture at the first frame, and what moves. Made by `npm run media -- animations`. */
export interface DrawnAnimation {
  /** SVG whose ids begin with `ID`. */
  svg: string;
  tracks: Track[];
}

/** How ids in a picture begin: two of the same picture on one page must not share them. */
export const ID = 'id-';

/** Returns the picture as elements of this page. Throws when it is no SVG. */
export function pictureOf({ svg }: DrawnAnimation, id: string, preserveAspectRatio: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(svg.replaceAll(ID, id), 'image/svg+xml').documentElement;
  if (!(parsed instanceof SVGSVGElement)) throw new TypeError('The picture of an animation is no SVG');
  parsed.setAttribute('preserveAspectRatio', preserveAspectRatio);
  return parsed;
}

/** The element that was drawn for a layer: the first layer lies on top, and is the last child. */
function layerAt(picture: SVGSVGElement, path: number[]): Element | undefined {
  let element = picture.querySelector(':scope > g') ?? undefined;
  for (const place of path) element = element?.children[element.children.length - 1 - place];
  return element;
}

/** Begins every movement of a picture. `loop`: again and again, else once. */
export function startMoving(picture: SVGSVGElement, { tracks }: DrawnAnimation, loop: boolean): Animation[] {
  const iterations = loop ? Number.POSITIVE_INFINITY : 1;
  return tracks.flatMap(({ path, keyframes, duration, alternates }) => {
    const direction = alternates ? 'alternate' : 'normal';
    return layerAt(picture, path)?.animate(keyframes, { duration, iterations, direction, fill: 'both' }) ?? [];
  });
}
