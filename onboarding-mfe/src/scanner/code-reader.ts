/** Reads codes from pictures; what does the reading is no concern of who asks. */
export interface CodeReader {
  /** Text of a code in the video's present picture, or null when there is none. */
  read(video: HTMLVideoElement): Promise<string | null>;
}
