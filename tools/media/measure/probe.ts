import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Output of ffprobe about a video or sound. */
interface Probe {
  format: { duration: string; size: string };
  streams: {
    codec_type: string;
    codec_name: string;
    pix_fmt?: string;
    width?: number;
    height?: number;
    r_frame_rate: string;
  }[];
}

export function probe(file: string): Probe {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', file];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as Probe;
}

/** Returns the times of key frames, in seconds. */
export function keyMoments(file: string): number[] {
  const select = ['-v', 'error', '-select_streams', 'v', '-skip_frame', 'nokey', '-show_entries', 'frame=pts_time'];
  const listed = execFileSync('ffprobe', [...select, '-of', 'csv=p=0', file], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => Number.parseFloat(line))
    .filter((moment) => !Number.isNaN(moment));
}

/** Whether a video can start before it has loaded completely: its index precedes its media data. */
export function startsFast(file: string): boolean {
  const bytes = readFileSync(file);
  const at = (name: string) => bytes.indexOf(name, 0, 'latin1');
  return at('moov') > 0 && at('moov') < at('mdat');
}

/** Returns the size of a PNG, and whether it has no transparency. */
export function pngOf(file: string): { width: number; height: number; isOpaque: boolean } {
  const bytes = readFileSync(file);
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    isOpaque: [0, 2, 3].includes(bytes[25] ?? 6),
  };
}

/** Returns the size of any picture that ffmpeg can read. */
export function sizeOf(file: string): { width: number | undefined; height: number | undefined } {
  const [stream] = probe(file).streams;
  return { width: stream?.width, height: stream?.height };
}

/** Returns the brightness of every pixel, row by row. */
export function greyOf(png: string): Uint8ClampedArray {
  const raw = ['-v', 'error', '-i', png, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'];
  return new Uint8ClampedArray(execFileSync('ffmpeg', raw, { maxBuffer: 64 * 1024 * 1024 }));
}

/** Returns the peak volume of a sound, in decibels relative to full scale. */
export function peakOf(file: string): number {
  const filter = ['-hide_banner', '-nostats', '-i', file, '-af', 'volumedetect', '-f', 'null', '-'];
  const said = execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'ffmpeg', ...filter], { encoding: 'utf8' });
  return Number(/max_volume: (-?[\d.]+) dB/.exec(said)?.[1] ?? Number.NaN);
}
