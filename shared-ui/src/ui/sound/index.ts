export { playSound, type SoundName } from './player.ts';
