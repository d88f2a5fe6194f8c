/** A simulated day of a network of hospitals, as a load per bed. Assumptions, not measurements: docs/scale.md. */

/** Beds of the network, and the share of them that the bench plays, as many times faster. */
export const BEDS = 10_000;
export const SCALE = 50;

/** What people do. `arrive`: signs in and opens home. `open`: opens home and stays. `event`: staff send an event. */
export const ACTIONS = ['arrive', 'open', 'event'] as const;
export type Action = (typeof ACTIONS)[number];

/** A part of the day with an even load. */
export interface Phase {
  name: string;
  /** Minutes since midnight. */
  from: number;
  to: number;
  /** How often each action happens for each bed in this phase. */
  perBed: Record<Action, number>;
  /** Whether the short form plays it. */
  isPeak?: boolean;
}

const at = (hours: number, minutes = 0) => hours * 60 + minutes;

/**
 * A day with 0.2 arrivals for each bed (a stay of five days), about 20 events for each patient, and 15 visits to home
 * by patients and supporters. Results come at 7:00 for four of five patients, who look at once; visitors come at 17:00.
 */
export const DAY: readonly Phase[] = [
  { name: 'night', from: at(0), to: at(6), perBed: { arrive: 0.02, open: 0.5, event: 2 } },
  { name: 'morning', from: at(6), to: at(7), perBed: { arrive: 0.01, open: 0.5, event: 1 } },
  { name: 'results', from: at(7), to: at(7, 15), perBed: { arrive: 0.005, open: 0.8, event: 0.8 }, isPeak: true },
  { name: 'breakfast', from: at(7, 15), to: at(8), perBed: { arrive: 0.01, open: 0.7, event: 1 } },
  { name: 'rounds', from: at(8), to: at(11), perBed: { arrive: 0.08, open: 3, event: 6 } },
  { name: 'midday', from: at(11), to: at(17), perBed: { arrive: 0.05, open: 4, event: 5 } },
  { name: 'visitors', from: at(17), to: at(17, 30), perBed: { arrive: 0.005, open: 1.5, event: 0.7 }, isPeak: true },
  { name: 'evening', from: at(17, 30), to: at(22), perBed: { arrive: 0.01, open: 3.5, event: 3 } },
  { name: 'late', from: at(22), to: at(24), perBed: { arrive: 0.01, open: 0.5, event: 0.5 } },
];

/** Returns how long a phase is played, in milliseconds. */
export const playedMs = ({ from, to }: Phase): number => ((to - from) * 60_000) / SCALE;

/** One action, and when it starts in its phase (ms, as played). */
export interface Step {
  action: Action;
  at: number;
  /** Number of the bed it is for. */
  bed: number;
}

/** Returns the steps of a phase for that number of beds, evenly spread, in the order of their start. */
export function stepsOf(phase: Phase, beds: number): Step[] {
  const steps = ACTIONS.flatMap((action, offset) => {
    const count = Math.round(phase.perBed[action] * beds);
    return Array.from({ length: count }, (_, index) => ({
      action,
      at: ((index + (offset + 1) / (ACTIONS.length + 1)) * playedMs(phase)) / count,
      // A step that shares no factor with the number of beds reaches each of them.
      bed: (index * 7 + offset) % beds,
    }));
  });
  return steps.toSorted((one, other) => one.at - other.at);
}
