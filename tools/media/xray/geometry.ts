/**
 * The right lower leg and foot as solids, in cm. x points to the middle of the body, y up, z to the front; the origin
 * is the centre of the ankle joint. Proportions of an adult, rounded; not a real person's measurements.
 */
type Vector = readonly [x: number, y: number, z: number];

/** A solid with its signed distance in cm (positive outside, negative inside); `top` and `bottom` bound it in y. */
export interface Solid {
  top: number;
  bottom: number;
  distance(x: number, y: number, z: number): number;
}

export interface Bone extends Solid {
  /** Thickness of the dense outer layer, in cm. */
  cortex: number;
  /** Density of the inside by height, 0 (marrow of a shaft) to 1 (fine mesh near a joint). */
  mesh(y: number): number;
}

/** A cross-section of a tube. */
export interface Section {
  y: number;
  /** Centre and half width across (x), and from back to front (z). */
  x: number;
  rx: number;
  z: number;
  rz: number;
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Returns the cross-section at height y, interpolated between the given ones, which are listed from the bottom up. */
function sectionAt(sections: readonly Section[], y: number): Section {
  const above = sections.findIndex((section) => section.y >= y);
  const last = sections[sections.length - 1] as Section;
  if (above === -1) return last;
  const b = sections[above] as Section;
  const a = sections[Math.max(0, above - 1)] as Section;
  const t = b.y === a.y ? 0 : smooth((y - a.y) / (b.y - a.y));
  const mix = (from: number, to: number) => from + (to - from) * t;
  return { y, x: mix(a.x, b.x), rx: mix(a.rx, b.rx), z: mix(a.z, b.z), rz: mix(a.rz, b.rz) };
}

/** Returns a tube with an elliptical cross-section that changes with height; `power` above 2 makes it more angular. */
export function tube(sections: readonly Section[], power = 2): Solid {
  const bottom = (sections[0] as Section).y;
  const top = (sections[sections.length - 1] as Section).y;
  let known = sectionAt(sections, bottom);
  return {
    top,
    bottom,
    distance(x, y, z) {
      if (known.y !== y) known = sectionAt(sections, y);
      const { rx, rz } = known;
      const u = Math.abs(x - known.x) / rx;
      const v = Math.abs(z - known.z) / rz;
      const reach = (u ** power + v ** power) ** (1 / power);
      return Math.max((reach - 1) * Math.min(rx, rz), bottom - y, y - top);
    },
  };
}

/** Returns an ellipsoid along the axes; `power` above 2 makes it more box-like, with rounded edges. */
export function ellipsoid([cx, cy, cz]: Vector, [rx, ry, rz]: Vector, power = 2): Solid {
  const least = Math.min(rx, ry, rz);
  return {
    top: cy + ry,
    bottom: cy - ry,
    distance(x, y, z) {
      const [u, v, w] = [Math.abs(x - cx) / rx, Math.abs(y - cy) / ry, Math.abs(z - cz) / rz];
      const reach = power === 2 ? Math.hypot(u, v, w) : (u ** power + v ** power + w ** power) ** (1 / power);
      return (reach - 1) * least;
    },
  };
}

/** Returns a rod with round ends and radii `r0` at `from` and `r1` at `to`. */
export function rod(from: Vector, to: Vector, r0: number, r1: number): Solid {
  const [ax, ay, az] = from;
  const [dx, dy, dz] = [to[0] - ax, to[1] - ay, to[2] - az];
  const length2 = dx * dx + dy * dy + dz * dz;
  const r = Math.max(r0, r1);
  return {
    top: Math.max(ay, to[1]) + r,
    bottom: Math.min(ay, to[1]) - r,
    distance(x, y, z) {
      const along = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / length2;
      const t = Math.min(1, Math.max(0, along));
      return Math.hypot(x - ax - dx * t, y - ay - dy * t, z - az - dz * t) - (r0 + (r1 - r0) * t);
    },
  };
}

/** Merges several solids, with seams rounded by about `round` cm. */
export function together(round: number, ...solids: readonly Solid[]): Solid {
  return {
    top: Math.max(...solids.map(({ top }) => top)),
    bottom: Math.min(...solids.map(({ bottom }) => bottom)),
    distance(x, y, z) {
      let nearest = Number.POSITIVE_INFINITY;
      for (const solid of solids) {
        const d = solid.distance(x, y, z);
        const h = Math.max(round - Math.abs(nearest - d), 0) / round;
        nearest = Math.min(nearest, d) - h * h * round * 0.25;
      }
      return nearest;
    },
  };
}
