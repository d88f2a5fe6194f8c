import type { UseLottieOptions } from 'lottie-react';

/** Options that a component passed to the player, and mocks of the player's controls. */
export interface MockPlayer {
  /** As of the last render. */
  options: UseLottieOptions;
  pause: jest.Mock;
  play: jest.Mock;
}

/** Players in order of creation, one per animation source. */
export const players = new Map<UseLottieOptions['src'], MockPlayer>();

/** Replaces lottie-react in unit tests: draws nothing. Tests call the subscriptions themselves. */
export function useLottieLight(options: UseLottieOptions) {
  const player = players.get(options.src) ?? { options, pause: jest.fn(), play: jest.fn() };
  player.options = options;
  players.set(options.src, player);
  return { setDisplayRef: () => undefined, animationItem: null, play: player.play, pause: player.pause };
}
