/**
 * Solid shapes in space, in mm. A shape returns how deep a point is inside it: positive inside, negative outside. The
 * value approximates the distance to the surface, which suffices for a cortex of even thickness.
 * Axes of every phantom: x to the picture's right seen from the front, y down, z away from the viewer.
 */
export type Point = readonly [x: number, y: number, z: number];

export interface Shape {
  /** Mm below the surface; negative outside. */
  depth(x: number, y: number, z: number): number;
  /** Thickness of the dense shell at a height, in mm. */
  cortex(y: number): number;
  /** Centre and radius (`reach`) of a bounding sphere. */
  centre: Point;
  reach: number;
}

/** Spacing of a curve's precomputed values, in mm. */
const FINE = 0.25;

/** Returns a smooth curve through values at given heights (Catmull and Rom); constant beyond the ends. */
function along(stations: readonly (readonly [at: number, value: number])[]): (at: number) => number {
  const first = stations[0]?.[0] ?? 0;
  const length = Math.ceil(((stations[stations.length - 1]?.[0] ?? 0) - first) / FINE);
  const curve = curveThrough(stations);
  const table = Float64Array.from({ length: length + 1 }, (_, index) => curve(first + index * FINE));
  return (at) => table[Math.max(0, Math.min(length, Math.round((at - first) / FINE)))] ?? 0;
}

function curveThrough(stations: readonly (readonly [at: number, value: number])[]): (at: number) => number {
  const value = (index: number) => stations[Math.max(0, Math.min(stations.length - 1, index))]?.[1] ?? 0;
  return (at) => {
    const next = stations.findIndex(([place]) => place > at);
    if (next === 0) return value(0);
    if (next === -1) return value(stations.length - 1);
    const [from = 0, to = 1] = [stations[next - 1]?.[0], stations[next]?.[0]];
    const t = (at - from) / (to - from);
    const [a, b, c, d] = [value(next - 2), value(next - 1), value(next), value(next + 1)];
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  };
}

interface TubeStation {
  y: number;
  x: number;
  z: number;
  /** Half widths across and in depth. */
  rx: number;
  rz: number;
  cortex: number;
}

/** Returns a long upright bone, round or flattened; `edge` rounds it towards three corners (0: none). */
export function tube(stations: readonly TubeStation[], edge = 0, turn = 0): Shape {
  const of = (key: keyof TubeStation) => along(stations.map((station) => [station.y, station[key]]));
  const [cx, cz, rx, rz, cortex] = [of('x'), of('z'), of('rx'), of('rz'), of('cortex')];
  const [first, last] = [stations[0], stations[stations.length - 1]];
  const [top, bottom] = [first?.y ?? 0, last?.y ?? 0];
  const middle = (top + bottom) / 2;
  const widest = Math.max(...stations.map(({ rx: a, rz: b }) => Math.max(a, b))) * (1 + edge);
  return {
    depth(x, y, z) {
      const [across, deep] = [rx(y), rz(y)];
      const [dx, dz] = [(x - cx(y)) / across, (z - cz(y)) / deep];
      const round = edge === 0 ? 1 : 1 + edge * Math.cos(3 * (Math.atan2(dz, dx) - turn));
      const side = (round - Math.hypot(dx, dz)) * Math.min(across, deep);
      return Math.min(side, (y - top) * 0.8, (bottom - y) * 0.8);
    },
    cortex,
    centre: [cx(middle), middle, cz(middle)],
    reach: Math.hypot((bottom - top) / 2, widest + 12),
  };
}

/**
 * Returns an ellipsoid with half axes in mm, rotated by `lean` radians in the y-z plane and by `tilt` in the x-y
 * plane.
 */
export function egg(centre: Point, axes: Point, { cortex = 1, lean = 0, tilt = 0, power = 2 } = {}): Shape {
  const [sinLean, cosLean, sinTilt, cosTilt] = [Math.sin(lean), Math.cos(lean), Math.sin(tilt), Math.cos(tilt)];
  const smallest = Math.min(...axes);
  return {
    depth(x, y, z) {
      const [px, py, pz] = [x - centre[0], y - centre[1], z - centre[2]];
      const [qx, qy] = [px * cosTilt + py * sinTilt, -px * sinTilt + py * cosTilt];
      const [ry, rz] = [qy * cosLean + pz * sinLean, -qy * sinLean + pz * cosLean];
      const sum =
        power === 2
          ? Math.hypot(qx / axes[0], ry / axes[1], rz / axes[2])
          : (Math.abs(qx / axes[0]) ** power + Math.abs(ry / axes[1]) ** power + Math.abs(rz / axes[2]) ** power) **
            (1 / power);
      return (1 - sum) * smallest;
    },
    cortex: () => cortex,
    centre,
    reach: Math.hypot(...axes),
  };
}

/** Merges shapes into one with a common shell. */
export function union(...shapes: Shape[]): Shape {
  const centre: Point = [0, 1, 2].map(
    (axis) => shapes.reduce((sum, shape) => sum + (shape.centre[axis] ?? 0), 0) / shapes.length,
  ) as unknown as Point;
  const reach = Math.max(
    ...shapes.map(
      (shape) =>
        shape.reach + Math.hypot(shape.centre[0] - centre[0], shape.centre[1] - centre[1], shape.centre[2] - centre[2]),
    ),
  );
  return {
    depth(x, y, z) {
      let deepest = Number.NEGATIVE_INFINITY;
      for (const shape of shapes) deepest = Math.max(deepest, shape.depth(x, y, z));
      return deepest;
    },
    cortex: (y) => Math.min(...shapes.map((shape) => shape.cortex(y))),
    centre,
    reach,
  };
}

/** Returns a thin rod along a curve as short pieces without caps, so that nothing is counted twice. */
export function cord(points: readonly Point[], radius: number, cortex = 1): Shape[] {
  return points.slice(1).map((end, at) => piece(points[at] ?? end, end, radius, cortex));
}

function piece(start: Point, end: Point, radius: number, cortex: number): Shape {
  const [ax, ay, az] = start;
  const [dx, dy, dz] = [end[0] - ax, end[1] - ay, end[2] - az];
  const length = Math.hypot(dx, dy, dz);
  const [ux, uy, uz] = [dx / length, dy / length, dz / length];
  return {
    depth(x, y, z) {
      const [px, py, pz] = [x - ax, y - ay, z - az];
      const on = px * ux + py * uy + pz * uz;
      if (on < 0 || on >= length) return -0.5 - Math.min(radius, Math.max(-on, on - length));
      return radius - Math.sqrt(Math.max(0, px * px + py * py + pz * pz - on * on));
    },
    cortex: () => cortex,
    centre: [ax + dx / 2, ay + dy / 2, az + dz / 2],
    reach: Math.hypot(length / 2, radius),
  };
}

/** Returns the first shape minus the second. */
export function without(shape: Shape, taken: Shape): Shape {
  return { ...shape, depth: (x, y, z) => Math.min(shape.depth(x, y, z), -taken.depth(x, y, z)) };
}

/** A body that attenuates the beam: its shape, and the attenuation per mm at a depth below its surface. */
export interface Body {
  shape: Shape;
  /** Factor for the step length along a ray: homogeneous bodies need fewer steps. */
  stride: number;
  density(depth: number, x: number, y: number, z: number): number;
}
