/**
 * Seconds in the keystroke-level model, for a typist of average skill: S. K. Card, T. P. Moran and A. Newell, "The
 * keystroke-level model for user performance time with interactive systems", Communications of the ACM 23(7), 1980,
 * pages 396 to 410.
 */
const SECONDS = { key: 0.28, point: 1.1, press: 0.2, hand: 0.4, think: 1.35 } as const;

export interface Effort {
  taps: number;
  keys: number;
  /** Time that the model predicts: with a thought before each tap and each run of keys, without the product's own time. */
  seconds: number;
}

/**
 * Counts taps and keys on the page. The choice from a select counts as a tap, besides the one that opens it.
 * @returns stops counting, prints a line, and returns what was counted
 */
export function countEffort(task: string): () => Effort {
  const effort: Effort = { taps: 0, keys: 0, seconds: 0 };
  let hand: 'pointer' | 'keyboard' | undefined;
  const move = (to: typeof hand) => {
    if (hand !== to) effort.seconds += SECONDS.think + (hand ? SECONDS.hand : 0);
    hand = to;
  };
  const tap = () => {
    if (hand === 'pointer') effort.seconds += SECONDS.think;
    move('pointer');
    effort.taps += 1;
    effort.seconds += SECONDS.point + SECONDS.press;
  };
  const press = () => {
    move('keyboard');
    effort.keys += 1;
    effort.seconds += SECONDS.key;
  };
  const choose = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) tap();
  };
  const listeners = { pointerdown: tap, keydown: press, change: choose };
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true);
    const { taps, keys, seconds } = effort;
    process.stdout.write(`${task}: ${taps} taps, ${keys} keys, ${seconds.toFixed(1)} s\n`);
    return effort;
  };
}
