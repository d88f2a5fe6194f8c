/**
 * Models the electrical activity of a heart with McSharry's dynamical model (P. McSharry et al., "A dynamical model
 * for generating synthetic electrocardiogram signals", IEEE Trans. Biomed. Eng. 50, 2003) in its three-dimensional
 * form: every wave is a bell curve over the phase of the beat and has a direction in space. It contains no real
 * person's data.
 */

/** x to the left, y down, z to the back (Frank's leads), in mV. */
export type Dipole = readonly [x: number, y: number, z: number];

interface Wave {
  /** Phase of its peak in radians; 0 is the R wave. */
  at: number;
  /** Width of the bell in radians. */
  width: number;
  /** Height, by direction, in mV. */
  peak: Dipole;
}

const degrees = (angle: number) => (angle * Math.PI) / 180;

/** P, Q, R, S and T with a healthy adult's amplitudes. T rises slowly and falls fast, hence its two parts. */
const WAVES: readonly Wave[] = [
  { at: degrees(-72), width: 0.2, peak: [0.07, 0.1, -0.02] },
  { at: degrees(-13), width: 0.075, peak: [-0.11, -0.05, -0.2] },
  { at: 0, width: 0.085, peak: [0.98, 0.82, 0.12] },
  { at: degrees(14), width: 0.08, peak: [-0.16, -0.14, 0.42] },
  { at: degrees(84), width: 0.46, peak: [0.13, 0.1, -0.1] },
  { at: degrees(104), width: 0.27, peak: [0.17, 0.13, -0.11] },
];

/** Breathing moves the baseline, and the heart beats slightly faster while breathing in. */
const BREATHS_HZ = 0.25;
const BREATH_MV = 0.035;
/** Slow waves of blood pressure (Mayer waves) also change the rate. */
const MAYER_HZ = 0.1;

/** Phase of the rest between two beats. */
const REST = degrees(-130);

/** Strength of the pull back to the baseline, per second. */
const PULL = 4;

/** Simulates `seconds` of a heart beating `bpm` times a minute, with `rate` points a second. */
export function heartbeat(bpm: number, seconds: number, rate: number): Dipole[] {
  const steps = 4;
  const dt = 1 / (rate * steps);
  // Widths scale with the square root of the mean beat, as in the paper, so the T wave barely overlaps the next P
  // wave.
  const stretch = Math.sqrt(bpm / 60);
  const state = [0, 0, 0];
  let phase = degrees(-150);
  const points: Dipole[] = [];
  // The model settles during the first beats; the record starts in the rest between two beats.
  let isSettled = false;
  for (let step = -3 * rate * steps; points.length < seconds * rate; step += 1) {
    const t = step * dt;
    const sway = 0.022 * Math.sin(2 * Math.PI * BREATHS_HZ * t) + 0.014 * Math.sin(2 * Math.PI * MAYER_HZ * t + 1);
    const omega = ((2 * Math.PI * bpm) / 60) * (1 + sway);
    const baseline = BREATH_MV * Math.sin(2 * Math.PI * BREATHS_HZ * t);
    for (const axis of [0, 1, 2]) {
      const drive = WAVES.reduce((sum, { at, width, peak }) => {
        const b = width * stretch;
        const away = wrap(phase - at);
        return sum - ((peak[axis] ?? 0) * omega * away * Math.exp((-away * away) / (2 * b * b))) / (b * b);
      }, 0);
      state[axis] = (state[axis] ?? 0) + dt * (drive - PULL * ((state[axis] ?? 0) - baseline));
    }
    phase = wrap(phase + omega * dt);
    isSettled ||= step >= 0 && Math.abs(wrap(phase - REST)) < 0.01;
    if (isSettled && step % steps === 0) points.push([state[0] ?? 0, state[1] ?? 0, state[2] ?? 0]);
  }
  return points;
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Dower's transform: the dipole as seen by eight leads. The other four follow from I and II. */
const DOWER = {
  I: [0.632, -0.235, 0.059],
  II: [0.235, 1.066, -0.132],
  V1: [-0.515, 0.157, -0.917],
  V2: [0.044, 0.164, -1.387],
  V3: [0.882, 0.098, -1.277],
  V4: [1.213, 0.127, -0.601],
  V5: [1.125, 0.127, -0.086],
  V6: [0.831, 0.076, 0.23],
} as const;

const LEADS = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const;
export type Lead = (typeof LEADS)[number];

const seen = (weights: readonly number[], dipole: Dipole) =>
  weights.reduce((sum, weight, axis) => sum + weight * (dipole[axis] ?? 0), 0);

/** Returns the voltage of a lead for a dipole, in mV. */
export function voltage(lead: Lead, dipole: Dipole): number {
  const one = seen(DOWER.I, dipole);
  const two = seen(DOWER.II, dipole);
  switch (lead) {
    case 'I':
      return one;
    case 'II':
      return two;
    case 'III':
      return two - one;
    case 'aVR':
      return -(one + two) / 2;
    case 'aVL':
      return one - two / 2;
    case 'aVF':
      return two - one / 2;
    default:
      return seen(DOWER[lead], dipole);
  }
}
