import { loadedPlayer, loadPlayer } from './AnimationStage.tsx';

test('loadPlayer downloads nothing when the animation ended before the page was idle', async () => {
  const ended = new AbortController();
  const loading = loadPlayer(ended.signal);
  ended.abort();
  await expect(loading).rejects.toThrow();
  expect(loadedPlayer()).toBeUndefined();
  expect(await loadPlayer(new AbortController().signal)).toBe(loadedPlayer());
});
