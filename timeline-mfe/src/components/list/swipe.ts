/** A finger that has moved less, in pixels, has not said yet where it goes. */
const SLOP = 10;

/** A swipe over this part of the card, or this many pixels, is meant. */
const MEANT_PART = 0.4;
const MEANT_PIXELS = 140;

/** A flick is meant as well: pixels a millisecond, over at least so many pixels. */
const FLICK_SPEED = 0.5;
const FLICK_PIXELS = 40;

/** How far a finger has moved: `across` in the reading direction (backwards is negative), `down` the page. */
export interface Moved {
  across: number;
  down: number;
}

/** What a movement is about: nothing yet, the card (to the start of the line), or something else (scrolling). */
export function directionOf({ across, down }: Moved): 'open' | 'swipe' | 'other' {
  if (Math.hypot(across, down) < SLOP) return 'open';
  return across < 0 && -across > Math.abs(down) ? 'swipe' : 'other';
}

/** Whether a swipe that has ended means "away with it". `width` is the card's, `duration` in milliseconds. */
export function isMeant(across: number, width: number, duration: number): boolean {
  const distance = -across;
  if (distance >= Math.min(MEANT_PIXELS, width * MEANT_PART)) return true;
  return distance >= FLICK_PIXELS && distance / Math.max(duration, 1) >= FLICK_SPEED;
}
