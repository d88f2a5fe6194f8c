import type { Stack } from './stack.ts';

/** Resets the demo patient's story. */
export async function freshPatient({ api }: Stack): Promise<void> {
  await api.playStory(await api.signIn('patient'), 0);
}
