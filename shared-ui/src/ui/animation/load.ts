import type { ComponentType } from 'react';
import { idle } from '../../platform/page.ts';
import type { LottiePlayerProps } from './LottiePlayer.tsx';

type Player = ComponentType<LottiePlayerProps>;

let player: Player | undefined;

export const loadedPlayer = (): Player | undefined => player;

const pageLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else window.addEventListener('load', resolve, { once: true });
  });

/**
 * Loads the player, in one file with all animations, once the page has loaded and is idle. Rejects if it can't be
 * fetched, or if `signal` aborts before the download: a short wait is over by then, and needs no player.
 */
export async function loadPlayer(signal?: AbortSignal): Promise<Player> {
  if (player) return player;
  await pageLoaded();
  await idle();
  signal?.throwIfAborted();
  const module = await import(/* webpackChunkName: "lottie", webpackFetchPriority: "low" */ './LottiePlayer.tsx');
  player = module.LottiePlayer;
  return player;
}
