/** Distance in pixels below which the direction of a movement is still undecided. */
const SLOP = 10;

/** A swipe over this fraction of the card's width, or this many pixels, counts as deliberate. */
const MEANT_PART = 0.4;
const MEANT_PIXELS = 140;

/** A flick counts as deliberate, too: minimum speed in pixels per millisecond and minimum distance in pixels. */
const FLICK_SPEED = 0.5;
const FLICK_PIXELS = 40;

/** Distance a finger has moved: `across` in the reading direction (negative is backwards), `down` the page. */
export interface Moved {
  across: number;
  down: number;
}

/** Classifies a movement: undecided, a swipe of the card towards the line start, or something else (scrolling). */
export function directionOf({ across, down }: Moved): 'open' | 'swipe' | 'other' {
  if (Math.hypot(across, down) < SLOP) return 'open';
  return across < 0 && -across > Math.abs(down) ? 'swipe' : 'other';
}

/** Returns whether a finished swipe should delete the card. `width` is the card's, `duration` is in milliseconds. */
export function isMeant(across: number, width: number, duration: number): boolean {
  const distance = -across;
  if (distance >= Math.min(MEANT_PIXELS, width * MEANT_PART)) return true;
  return distance >= FLICK_PIXELS && distance / Math.max(duration, 1) >= FLICK_SPEED;
}
