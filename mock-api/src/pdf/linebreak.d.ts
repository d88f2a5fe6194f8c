/** The part of linebreak's API that lines are broken with; the package has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next place where a line may end, as an index of the text. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
