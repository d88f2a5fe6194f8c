import type { Stack } from './stack.ts';

/** The demo patient's story begins anew. */
export async function freshPatient({ api }: Stack): Promise<void> {
  await api.playStory(await api.signIn('patient'), 0);
}
