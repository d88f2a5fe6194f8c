/** How loud the sound of a new event is, 0 to 1 (specification, section 9). */
export const NEW_EVENT_VOLUME = 0.2;

/** Two soft notes, a fifth apart: pitch in hertz, start and length in seconds. */
const NOTES = [
  { pitch: 587.33, start: 0, length: 0.5 },
  { pitch: 880, start: 0.12, length: 0.7 },
];

let context: AudioContext | undefined;

function ring(audio: AudioContext, { pitch, start, length }: (typeof NOTES)[number], volume: number): void {
  const from = audio.currentTime + start;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  const tone = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  tone.connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

/**
 * Plays the sound of a new event, made on the spot. Silent before the person has touched the page: browsers forbid sound
 * until then. Rejects when the browser can't play it.
 */
export async function playChime(volume: number): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  await context.resume();
  for (const note of NOTES) ring(context, note, volume);
}
