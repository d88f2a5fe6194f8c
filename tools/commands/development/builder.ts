/** Builds a package under development. */
export interface Builder {
  /** Builds a version into a folder, in place of what it contains. Throws BuildFailure with the build's output. */
  build(version: string, to: string): Promise<void>;
  /** Ends the running build, if any. The next one reads the package's settings again. */
  stop(): void;
}
