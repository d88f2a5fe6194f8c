import click from './click.mp3';
import newEvent from './new-event.mp3';

type SoundName = 'new-event' | 'click';

/** Files and their volume, 0 to 1 (docs/product-rules.md#constants). */
export const SOUNDS: Record<SoundName, { url: string; volume: number }> = {
  'new-event': { url: newEvent, volume: 0.2 },
  click: { url: click, volume: 0.25 },
};

/** The profile without sounds (docs/product-rules.md#constants). */
const QUIET_PROFILE = 2;

let isAllowed = true;

export function allowSounds(allowed: boolean): void {
  isAllowed = allowed;
}

let context: AudioContext | undefined;
const fetched = new Map<SoundName, Promise<AudioBuffer>>();

/** Fetches and decodes a sound once. A failed fetch is repeated the next time. */
function soundOf(name: SoundName, audio: AudioContext): Promise<AudioBuffer> {
  const started = fetched.get(name);
  if (started) return started;
  const buffer = fetch(SOUNDS[name].url)
    .then((response) => {
      if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
      return response.arrayBuffer();
    })
    .then((bytes) => audio.decodeAudioData(bytes));
  fetched.set(name, buffer);
  buffer.catch(() => fetched.delete(name));
  return buffer;
}

async function play(name: SoundName): Promise<void> {
  context ??= new AudioContext();
  const buffer = await soundOf(name, context);
  await context.resume();
  const source = new AudioBufferSourceNode(context, { buffer });
  // Not an audio element: some phones control its volume by their buttons only, and would play it at full volume.
  source.connect(new GainNode(context, { gain: SOUNDS[name].volume })).connect(context.destination);
  source.start();
}

/**
 * Plays a sound for a profile. Silent for profile 2, when the person has turned sounds off, and before the person has
 * touched the page, because browsers block sound until then. A sound that can't be played is only logged.
 */
export async function playSound(name: SoundName, profileId: number): Promise<void> {
  if (profileId === QUIET_PROFILE || !isAllowed) return;
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    await play(name);
  } catch (error) {
    console.info('The sound could not be played', error);
  }
}
