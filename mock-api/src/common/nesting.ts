/** How deeply JSON may be nested. What recurses through a value needs a limit: a deep one would exhaust the stack. */

/** Most arrays and objects inside each other. */
export const MAX_NESTING = 32;

/** Tracks how deeply JSON is nested while its text arrives in parts. */
export class NestingTracker {
  /** Arrays and objects that are open. */
  depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns whether the next part has more than `most` levels. Reads no further. */
  exceeds(most: number, part: string): boolean {
    for (const _bracket of this.brackets(part)) if (this.depth > most) return true;
    return false;
  }

  /** Yields the index of each bracket in the next part, with `depth` updated for it. */
  *brackets(part: string): Generator<number> {
    for (let index = 0; index < part.length; index += 1) {
      const character = part[index];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '"') this.#isInString = !this.#isInString;
      else if (this.#isInString) this.#isEscaped = character === '\\';
      else if (character === '[' || character === '{') {
        this.depth += 1;
        yield index;
      } else if (character === ']' || character === '}') {
        this.depth -= 1;
        yield index;
      }
    }
  }
}
